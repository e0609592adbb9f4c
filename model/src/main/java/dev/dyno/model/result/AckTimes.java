package dev.dyno.model.result;

/**
 * When, within an interval, the broker acknowledged its first and its last message; in ns from the start of the load. Without
 * an acknowledgement it is {@link #NONE}.
 *
 * <p>The times between the last of one interval and the first of a later one are all the times of a second or more without an
 * acknowledgement, since each of these crosses a boundary; merged over loops and workers they stay exact, which a longest gap
 * of each would not.
 */
public record AckTimes(long firstNs, long lastNs) {

    public static final AckTimes NONE = new AckTimes(Long.MAX_VALUE, Long.MIN_VALUE);

    public boolean areNone() {
        return firstNs > lastNs;
    }

    /** Of both together. */
    public AckTimes plus(AckTimes other) {
        return new AckTimes(Math.min(firstNs, other.firstNs), Math.max(lastNs, other.lastNs));
    }
}
