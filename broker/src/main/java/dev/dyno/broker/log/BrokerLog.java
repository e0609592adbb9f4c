package dev.dyno.broker.log;

import dev.dyno.driver.PlainText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Output of a broker's processes on standard output and standard error since {@link #fromNow}. Only {@link #last} is thread safe.
 */
public final class BrokerLog {

    /** Maximum number of bytes, from the end of the log, that {@link #last} reads. */
    private static final int TAIL_BYTES = 256 * 1024;

    private final Path file;
    private final long startBytes;
    private long seenBytes = -1;

    private BrokerLog(Path file, long startBytes) {
        this.file = file;
        this.startBytes = startBytes;
    }

    /** Log of the output from now on. */
    public static BrokerLog fromNow(Path file) {
        try {
            return new BrokerLog(file, Files.exists(file) ? Files.size(file) : 0);
        } catch (IOException e) {
            return new BrokerLog(file, 0);
        }
    }

    /** The last lines, oldest first, without stack traces, which help no user; empty when there is no log. */
    public List<String> last(int lines) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long start = Math.max(startBytes, in.length() - TAIL_BYTES);
            byte[] tail = new byte[(int) Math.max(0, in.length() - start)];
            in.seek(start);
            in.readFully(tail);
            List<String> all = PlainText.of(new String(tail, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.matches("\\s+(at .*|\\.\\.\\. \\d+ more)"))
                    .toList();
            return all.subList(Math.max(0, all.size() - lines), all.size());
        } catch (IOException e) {
            return List.of();
        }
    }

    /** First complete line that matches, if any. Reads only the part written since the last call. */
    public Optional<String> line(Predicate<String> wanted) throws IOException {
        return lines().stream().filter(wanted).findFirst();
    }

    /** Complete lines written since the last call. */
    public List<String> lines() throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long length = in.length();
            long start = Math.max(startBytes, seenBytes);
            if (length <= start) {
                return List.of();
            }
            byte[] bytes = new byte[(int) (length - start)];
            in.seek(start);
            in.readFully(bytes);
            int complete = bytes.length;
            while (complete > 0 && bytes[complete - 1] != '\n') {
                complete--;
            }
            seenBytes = start + complete;
            return new String(bytes, 0, complete, StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
