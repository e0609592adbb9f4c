package dev.dyno.model.result;

/**
 * Times of the first and last acknowledgement within an interval, in ns from the start of the load; {@link #NONE} without an
 * acknowledgement.
 *
 * <p>The times from the last of one interval to the first of a later one are exactly the times of a second or more without an
 * acknowledgement, since each of those crosses a boundary. Merged over loops and workers they stay exact, which the longest gap
 * of each would not.
 */
public record AckTimes(long firstNs, long lastNs) {

    public static final AckTimes NONE = new AckTimes(Long.MAX_VALUE, Long.MIN_VALUE);

    public boolean areNone() {
        return firstNs > lastNs;
    }

    /** The times of both together. */
    public AckTimes plus(AckTimes other) {
        return new AckTimes(Math.min(firstNs, other.firstNs), Math.max(lastNs, other.lastNs));
    }
}
