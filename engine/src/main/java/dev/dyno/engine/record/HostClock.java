package dev.dyno.engine.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Identifies the clock of {@link System#nanoTime}. Two processes with the same id share a clock, so their timestamps can be
 * subtracted. On Linux that clock counts from the boot of the host and is the same for all processes but those in a time
 * namespace of their own; elsewhere only the same process shares it.
 */
public final class HostClock {

    /** Id of 16 bits, never 0. Two clocks have the same id by chance once in 65,535 times. */
    public static final short ID;

    /** Name of the clock, which no other clock has: times of processes with one name need no correction. */
    public static final String NAME;

    static {
        NAME = name();
        int hash = NAME.hashCode();
        short folded = (short) (hash ^ (hash >>> 16));
        ID = folded == 0 ? 1 : folded;
    }

    private HostClock() {}

    private static String name() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                    + Files.readSymbolicLink(Path.of("/proc/self/ns/time"));
        } catch (IOException | RuntimeException e) {
            return UUID.randomUUID().toString();
        }
    }
}
