package dev.dyno.engine.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Names the clock behind {@link System#nanoTime}, so that a receiver knows whether a sender's times can be subtracted from
 * its own. On Linux it counts from the boot of the host, the same for every process that has not been put into a time
 * namespace of its own; elsewhere nothing is promised, and only the same process shares it.
 */
public final class HostClock {

    /** 16 bits, never 0. Two clocks have the same number by chance once in 65,535 times. */
    public static final short ID;

    /** Two clocks have never the same. */
    static final String NAME;

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
