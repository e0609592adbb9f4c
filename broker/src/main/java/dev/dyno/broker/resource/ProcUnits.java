package dev.dyno.broker.resource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The units of the kernel's numbers, as it told this process when it began (the auxiliary vector, see getauxval(3)).
 *
 * @param pageBytes of a page of memory
 * @param ticksPerSecond of CPU times
 */
public record ProcUnits(long pageBytes, long ticksPerSecond) {

    private static final long AT_PAGESZ = 6;
    private static final long AT_CLKTCK = 17;

    /** Reads them, or takes what nearly every Linux has. */
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
            // No Linux, or one that hides it.
        }
        return new ProcUnits(pageBytes, ticksPerSecond);
    }
}
