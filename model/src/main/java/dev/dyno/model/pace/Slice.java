package dev.dyno.model.pace;

/**
 * One share of a load that is divided among {@code count} equal parties: workers, loops or producers.
 *
 * @param index this party, 0 to {@code count - 1}
 * @param count number of parties, at least 1
 */
public record Slice(int index, int count) {

    /** The undivided load. */
    public static final Slice WHOLE = new Slice(0, 1);

    public Slice {
        if (count < 1 || index < 0 || index >= count) {
            throw new IllegalArgumentException("slice " + index + " of " + count);
        }
    }

    /** This party's part of {@code total} things: parts differ by one at most and add up exactly. */
    public long share(long total) {
        return total / count + (index < total % count ? 1 : 0);
    }
}
