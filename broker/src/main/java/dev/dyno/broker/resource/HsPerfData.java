package dev.dyno.broker.resource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Performance counters that a HotSpot JVM keeps in a file of 32 KiB. The JVM maps the file and writes its counters there; any
 * process that maps it, too, reads them as memory, without involving the JVM. jstat does the same.
 *
 * <p>Format 2.0, as declared by PerfDataPrologue and PerfDataEntry in OpenJDK's {@code src/hotspot/share/runtime/perfMemory.hpp}:
 * a head of 32 bytes; then entries, each with its own length, the offset of its name, which ends with a zero, the length of the
 * vector (0 for a single value), the type as in a field descriptor ({@code J} for long), and the offset of the value.
 */
final class HsPerfData {

    private static final int MAGIC = 0xcafec0c0;
    private static final int HEAD_BYTES = 32;
    private static final int MAJOR_VERSION = 2;

    private final ByteBuffer data;
    private final Map<String, Integer> longs = new HashMap<>();
    private int entries;

    private HsPerfData(ByteBuffer data) throws IOException {
        this.data = data;
        readEntries();
    }

    /** @throws IOException when the file has other content, or its JVM has not finished writing it */
    static HsPerfData open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return of(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
        }
    }

    static HsPerfData of(ByteBuffer data) throws IOException {
        return new HsPerfData(data);
    }

    private void readEntries() throws IOException {
        if (data.capacity() < HEAD_BYTES || data.order(ByteOrder.BIG_ENDIAN).getInt(0) != MAGIC) {
            throw new IOException("it is not a file of performance counters");
        }
        data.order(data.get(4) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        if (data.get(5) != MAJOR_VERSION) {
            throw new IOException("its format " + data.get(5) + "." + data.get(6) + " is not known");
        }
        if (data.get(7) == 0) {
            throw new IOException("its JVM is still starting");
        }
        int entry = data.getInt(24);
        int count = data.getInt(28);
        try {
            for (int i = 0; i < count; i++) {
                int length = data.getInt(entry);
                if (data.getInt(entry + 8) == 0 && data.get(entry + 12) == 'J') {
                    int value = entry + data.getInt(entry + 16);
                    data.getLong(value);
                    longs.put(name(entry + data.getInt(entry + 4)), value);
                }
                if (length <= 0) {
                    throw new IOException("it is damaged");
                }
                entry += length;
            }
            entries = count;
        } catch (IndexOutOfBoundsException e) {
            throw new IOException("it is damaged", e);
        }
    }

    private String name(int start) {
        int end = start;
        while (data.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - start];
        data.get(start, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** Finds a counter like {@link #find}, even one that the JVM has created since the file was opened. */
    OptionalLong findNow(String name) {
        try {
            if (data.getInt(28) != entries) {
                readEntries();
            }
        } catch (IOException e) {
            // The JVM is just creating a counter; the next call finds it.
            return OptionalLong.empty();
        }
        return find(name);
    }

    /** Offset of a counter, for {@link #at}; empty if there is none of that name. */
    OptionalLong find(String name) {
        Integer place = longs.get(name);
        return place == null ? OptionalLong.empty() : OptionalLong.of(place);
    }

    /** Present value of the counter at an offset. */
    long at(long place) {
        return data.getLong((int) place);
    }
}
