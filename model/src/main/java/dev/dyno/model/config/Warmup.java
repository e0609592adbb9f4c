package dev.dyno.model.config;

import dev.dyno.driver.setting.Units;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Part of a load that is not measured.
 *
 * @param longest its length, or its maximum length
 * @param untilSteady whether it ends as soon as the load is steady
 */
public record Warmup(Duration longest, boolean untilSteady) {

    public static final Warmup NONE = new Warmup(Duration.ZERO, false);

    /** Longest warm-up of a load given by flags without {@code --warmup}: short, because a user waits for the result. */
    private static final Duration UNASKED_LONGEST = Duration.ofSeconds(15);

    /** Default for loads given by flags. */
    public static final Warmup UNASKED = new Warmup(UNASKED_LONGEST, true);

    /** Default for loads given by flags and made by several processes, which all warm up equally long. */
    public static final Warmup UNASKED_OF_SEVERAL = new Warmup(UNASKED_LONGEST, false);

    /** Maximum of a warm-up {@code until steady} whose text gives none. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Least maximum of a warm-up until steady: ten seconds to see that the load is steady, and one to inform all workers. */
    private static final Duration LEAST = Duration.ofSeconds(11);

    private static final Pattern UNTIL_STEADY = Pattern.compile("until +steady(?: *, *at +most +(\\S+))?");

    /**
     * Parses {@code 10s}, {@code until steady} or {@code until steady, at most 2m}.
     *
     * @throws IllegalArgumentException with a sentence
     */
    public static Warmup parse(String text) {
        Matcher steady = UNTIL_STEADY.matcher(text);
        if (!steady.matches()) {
            if (text.startsWith("until")) {
                throw new IllegalArgumentException(
                        text + "; must be a duration like 10s, or: until steady, or: until steady, at most 2m.");
            }
            return new Warmup(Duration.ofNanos(Units.parseDurationNs(text)), false);
        }
        String longest = steady.group(1);
        Duration most = longest == null ? PATIENCE : Duration.ofNanos(Units.parseDurationNs(longest));
        if (most.compareTo(LEAST) < 0 || most.toNanosPart() != 0) {
            throw new IllegalArgumentException(text
                    + "; must be at most a whole number of seconds, 11s or more: it takes ten to see that a load is"
                    + " steady.");
        }
        return new Warmup(most, true);
    }

    @Override
    public String toString() {
        String time = Units.formatDuration(longest.toNanos());
        return untilSteady ? "until steady, at most " + time : time;
    }
}
