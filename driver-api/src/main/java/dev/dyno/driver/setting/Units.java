package dev.dyno.driver.setting;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes durations and sizes in the user's notation. Strict: text in a form that is not listed here throws an
 * {@link IllegalArgumentException} whose message is a sentence for the user; the caller adds the name of the setting in front.
 *
 * <p>A formatted text depends on the value only, and reading it gives the value again.
 */
public final class Units {

    /** Longest duration that is accepted, in ns: 100 years of 365 days. */
    public static final long MAX_DURATION_NS = 36_500L * 86_400 * 1_000_000_000;

    private static final long SECOND_NS = 1_000_000_000;

    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)([A-Za-z]*)");

    private Units() {}

    /**
     * A duration in ns, from 0 to {@link #MAX_DURATION_NS}, as in {@code 10s}, {@code 1.5s}, {@code 250us} or {@code 1h30m}; a
     * bare number is in seconds.
     */
    public static long parseDurationNs(String text) {
        final Matcher amount = AMOUNT.matcher(text);
        BigDecimal totalNs = BigDecimal.ZERO;
        long previousUnitNs = Long.MAX_VALUE;
        int end = 0;
        while (end < text.length()) {
            if (!amount.find(end) || amount.start() != end) {
                throw badDuration(text);
            }
            final boolean alone = end == 0 && amount.end() == text.length();
            final String number = group(amount, 1);
            final String unit = group(amount, 2);
            final long unitNs = unit.isEmpty() && alone ? SECOND_NS : durationUnitNs(unit);
            if (unitNs == 0 || unitNs >= previousUnitNs || (!alone && number.contains("."))) {
                throw badDuration(text);
            }
            totalNs = totalNs.add(new BigDecimal(number).multiply(BigDecimal.valueOf(unitNs)));
            previousUnitNs = unitNs;
            end = amount.end();
        }
        if (end == 0) {
            throw badDuration(text);
        }
        if (totalNs.compareTo(BigDecimal.valueOf(MAX_DURATION_NS)) > 0) {
            throw new IllegalArgumentException(text + "; must be at most 36500d.");
        }
        if (totalNs.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException(text + "; must be a whole number of ns.");
        }
        return totalNs.longValueExact();
    }

    /**
     * Text of a duration. Whole seconds are in seconds below two minutes ({@code 90s}), else in days to seconds ({@code 1h30m});
     * any other duration is in the largest of ms, us and ns that needs no fraction ({@code 1500ms}).
     *
     * @param ns at least 0
     */
    public static String formatDuration(long ns) {
        if (ns % 1_000 != 0) {
            return ns + "ns";
        }
        if (ns % 1_000_000 != 0) {
            return ns / 1_000 + "us";
        }
        if (ns % SECOND_NS != 0) {
            return ns / 1_000_000 + "ms";
        }
        long rest = ns / SECOND_NS;
        if (rest < 120) {
            return rest + "s";
        }
        final StringBuilder text = new StringBuilder();
        final long[] unitSeconds = {86_400, 3_600, 60, 1};
        for (int i = 0; i < unitSeconds.length; i++) {
            if (rest >= unitSeconds[i]) {
                text.append(rest / unitSeconds[i]).append("dhms".charAt(i));
                rest %= unitSeconds[i];
            }
        }
        return text.toString();
    }

    /** A size in bytes, at least 0: {@code 1024}, {@code 4KiB}, {@code 1MB}, {@code 1.5GiB}. */
    public static long parseBytes(String text) {
        final Matcher amount = AMOUNT.matcher(text);
        final long unitBytes = amount.matches() ? sizeUnitBytes(group(amount, 2)) : 0;
        if (unitBytes == 0) {
            throw new IllegalArgumentException(quoted(text)
                    + "; must be a number of bytes, or one with B, kB, KiB, MB, MiB, GB, GiB, TB or TiB, like 4KiB.");
        }
        final BigDecimal bytes = new BigDecimal(group(amount, 1)).multiply(BigDecimal.valueOf(unitBytes));
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException(text + "; must be less than 8388608TiB.");
        }
        if (bytes.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException(text + "; must be a whole number of bytes.");
        }
        return bytes.longValueExact();
    }

    /**
     * Text of a size: in the unit among KiB to TiB and MB to TB that gives the smallest whole number, or else in bytes.
     *
     * @param bytes at least 0
     */
    public static String formatBytes(long bytes) {
        long least = bytes;
        String leastUnit = "";
        for (final String unit : new String[] {"TiB", "GiB", "MiB", "KiB", "TB", "GB", "MB"}) {
            final long unitBytes = sizeUnitBytes(unit);
            if (bytes % unitBytes == 0 && bytes / unitBytes < least) {
                least = bytes / unitBytes;
                leastUnit = unit;
            }
        }
        return least + leastUnit;
    }

    /** Text of a bandwidth, always with a unit, because a bare {@code 50000/s} would be a rate of messages. */
    public static String formatBytesPerSecond(long bytes) {
        final String size = formatBytes(bytes);
        return size + (size.endsWith("B") ? "/s" : "B/s");
    }

    /** @return length of the unit in ns; 0 if there is no such unit */
    private static long durationUnitNs(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> SECOND_NS;
            case "m" -> 60 * SECOND_NS;
            case "h" -> 3_600 * SECOND_NS;
            case "d" -> 86_400 * SECOND_NS;
            default -> 0;
        };
    }

    /** @return size of the unit in bytes; 0 if there is no such unit */
    private static long sizeUnitBytes(String unit) {
        return switch (unit) {
            case "", "B" -> 1;
            case "kB", "KB" -> 1_000;
            case "KiB" -> 1 << 10;
            case "MB" -> 1_000_000;
            case "MiB" -> 1 << 20;
            case "GB" -> 1_000_000_000;
            case "GiB" -> 1 << 30;
            case "TB" -> 1_000_000_000_000L;
            case "TiB" -> 1L << 40;
            default -> 0;
        };
    }

    private static IllegalArgumentException badDuration(String text) {
        return new IllegalArgumentException(
                quoted(text)
                        + "; must be a number with ns, us, ms, s, m, h or d, like 250us, 10s or 1h30m, or a bare number of seconds.");
    }

    /** The text, in quotation marks if it is blank or contains spaces. */
    public static String quoted(String text) {
        return text.isBlank() || text.contains(" ") ? '"' + text + '"' : text;
    }

    /** Text of a group; empty if the group has no part in the match. */
    public static String group(Matcher matcher, int group) {
        final String found = matcher.group(group);
        return found == null ? "" : found;
    }
}
