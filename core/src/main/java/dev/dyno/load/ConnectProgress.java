package dev.dyno.load;

import dev.dyno.driver.TimeSource;
import java.util.Locale;

/** Tells how many clients of a kind are connected, every few seconds while that takes long. One thread. */
final class ConnectProgress {

    private static final long EVERY_NS = 2_000_000_000L;

    private final String kind;
    private final long all;
    private final RunContext run;
    private final TimeSource time;
    private int connected;
    private long nextNs;

    /**
     * @param kind in the plural
     * @param all how many there will be
     */
    ConnectProgress(String kind, long all, RunContext run) {
        this.kind = kind;
        this.all = all;
        this.run = run;
        time = run.time();
        nextNs = time.nanoTime() + EVERY_NS;
    }

    /** One more is connected. */
    void next() {
        connected++;
        long now = time.nanoTime();
        if (now >= nextNs && connected < all) {
            nextNs = now + EVERY_NS;
            run.listener().onNote(String.format(Locale.ROOT, "%,d of %,d %s are connected", connected, all, kind));
        }
    }
}
