package dev.dyno.engine.proxy;

import java.time.Duration;

/**
 * Conditions of one direction of a {@link TcpProxy}. Bytes never overtake each other.
 *
 * @param delay of every byte
 * @param jitter added to the delay of each piece: a random time from 0 to this, uniformly distributed
 * @param bytesPerSecond of each connection; 0 = no limit
 */
public record WireConditions(Duration delay, Duration jitter, long bytesPerSecond) {

    /** Conditions under which bytes are passed on at once. */
    public static final WireConditions CLEAR = new WireConditions(Duration.ZERO, Duration.ZERO, 0);

    public WireConditions withDelay(Duration other) {
        return new WireConditions(other, jitter, bytesPerSecond);
    }

    public WireConditions withBandwidth(long other) {
        return new WireConditions(delay, jitter, other);
    }

    public static WireConditions jittered(Duration jitter) {
        return new WireConditions(Duration.ZERO, jitter, 0);
    }
}
