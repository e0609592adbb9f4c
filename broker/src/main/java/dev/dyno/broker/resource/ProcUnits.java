package dev.dyno.broker.resource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The units of the kernel's numbers, from the auxiliary vector of this process, see getauxval(3).
 *
 * @param pageBytes size of a page of memory
 * @param ticksPerSecond unit of CPU times
 */
public record ProcUnits(long pageBytes, long ticksPerSecond) {

    private static final long AT_PAGESZ = 6;
    private static final long AT_CLKTCK = 17;

    /** Reads the units, or uses those of nearly every Linux. */
    public static ProcUnits read() {
        long pageBytes = 4096;
        long ticksPerSecond = 100;
        try {
            ByteBuffer vector = ByteBuffer.wrap(Files.readAllBytes(Path.of("/proc/self/auxv")))
                    .order(ByteOrder.nativeOrder());
            while (vector.remaining() >= 2 * Long.BYTES) {
                long type = vector.getLong();
                long value = vector.getLong();
                if (type == AT_PAGESZ) {
                    pageBytes = value;
                } else if (type == AT_CLKTCK) {
                    ticksPerSecond = value;
                }
            }
        } catch (IOException e) {
            // The system is no Linux, or hides the vector.
        }
        return new ProcUnits(pageBytes, ticksPerSecond);
    }
}
