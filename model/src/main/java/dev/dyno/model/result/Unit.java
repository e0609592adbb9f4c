package dev.dyno.model.result;

import java.util.Locale;

/** Unit of a number, which decides how people read the number and where an axis has its ticks. */
public enum Unit {
    NUMBER("", 1, ""),
    /** Whole things, with no ticks between them. */
    COUNT("", 1, ""),
    /** Messages a second. */
    PER_SECOND("messages/s", 1, "_per_s"),
    /** Times, such as latencies. */
    NANOSECONDS("ms", 1e6, "_ms"),
    NANOSECONDS_PER_MESSAGE("\u00b5s/message", 1e3, "_us"),
    BYTES("bytes", 1, "_bytes"),
    BYTES_PER_SECOND("bytes/s", 1, "_bytes_per_s"),
    PERCENT("%", 1, "_percent"),
    /** A time of the run in minutes and seconds, written {@code 1:05}. */
    CLOCK_SECONDS("s", 1, "_s"),
    /**
     * 1 / (1 - p) for a share p, shown as the percentile, for example p99. On a logarithmic axis it spreads high percentiles, as
     * in HdrHistogram's plots.
     */
    SHARE("", 1, "");

    /**
     * Locale of numbers. They look the same in {@link Locale#ROOT} but take six times as long there, which matters because
     * they are written each second during a load.
     */
    private static final Locale LOCALE = Locale.US;

    /** Maximum number of decimals in a column: 1 ns has six in milliseconds. */
    private static final int MAX_DECIMALS = 6;

    private static final String[] TIMES = {"ns", "\u00b5s", "ms", "s"};
    private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB"};

    private final String inTables;
    private final double perTableUnit;
    private final String ending;

    Unit(String inTables, double perTableUnit, String ending) {
        this.inTables = inTables;
        this.perTableUnit = perTableUnit;
        this.ending = ending;
    }

    /** Unit in tables, where all rows share one: milliseconds for nanoseconds. */
    public String inTables() {
        return inTables;
    }

    public double inTables(double value) {
        return value / perTableUnit;
    }

    /** The unit as the end of a column's name. */
    public String ending() {
        return ending;
    }

    /**
     * The value with three significant digits, or all before the point, without trailing zeros; times of a run, percentiles and
     * percentages close to 100 have forms of their own.
     */
    public String text(double value) {
        return switch (this) {
            case NUMBER, COUNT, PER_SECOND -> number(value);
            case NANOSECONDS, NANOSECONDS_PER_MESSAGE -> scaled(value, 1000, TIMES);
            case BYTES -> scaled(value, 1024, SIZES);
            case BYTES_PER_SECOND -> scaled(value, 1024, SIZES) + "/s";
            case PERCENT -> percent(value) + " %";
            case CLOCK_SECONDS -> clock(value);
            case SHARE -> share(value);
        };
    }

    /** A number with its sign, also a positive one. */
    public String signed(double value) {
        return (value < 0 ? "-" : "+") + text(Math.abs(value));
    }

    /** A text with numbers, the same in every locale. */
    public static String line(String format, Object... values) {
        return String.format(LOCALE, format, values);
    }

    /** A number with the given number of significant digits, or all before the point; zeros are kept, so that points align. */
    public static String inColumn(double value, int digits) {
        // A number that is rounded up to the next power of ten has a digit more before the point.
        double rounded = Math.abs(value) * (1 + 0.5 * Math.pow(10, -digits));
        int decimals = value == 0 ? 0 : digits - 1 - (int) Math.floor(Math.log10(rounded));
        return line("%,." + Math.max(0, Math.min(MAX_DECIMALS, decimals)) + "f", value);
    }

    /** Milliseconds of a column, with three digits. */
    public static String millis(long ns) {
        return inColumn(ns / NANOSECONDS.perTableUnit, 3);
    }

    /** A percentage; values from 99.95 to below 100 have as many digits as it takes not to read 100. */
    private static String percent(double value) {
        boolean nearlyAll = value < 100 && value >= 99.95;
        double rest = Math.max(1e-4, 100 - value);
        return nearlyAll ? inColumn(100 - rest, 2 + (int) Math.ceil(-Math.log10(rest))) : number(value);
    }

    private static String scaled(double value, int step, String[] names) {
        double rest = value;
        int name = 0;
        while (Math.abs(rest) >= step * 0.9995 && name < names.length - 1) {
            rest /= step;
            name++;
        }
        return number(rest) + " " + names[name];
    }

    private static String number(double value) {
        double size = Math.abs(value);
        boolean isSmall = size > 0 && size < 0.00995;
        int decimals = isSmall
                ? 2 - (int) Math.floor(Math.log10(size))
                : size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.0995 ? 2 : 3;
        String text = line("%,." + decimals + "f", value);
        return decimals == 0 ? text : text.replaceAll("\\.?0+$", "");
    }

    private static String clock(double seconds) {
        if (seconds < 60) {
            return number(seconds) + " s";
        }
        long whole = Math.round(seconds);
        return whole < 3600
                ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole % 3600 / 60, whole % 60);
    }

    /** Percentile with all its nines, for example {@code p99.99}, for 1 / (1 - p). */
    private static String share(double inverse) {
        int decimals = (int) Math.max(0, Math.ceil(Math.log10(inverse) - 2.0001));
        return inverse <= 1 ? "min" : String.format(Locale.ROOT, "p%." + decimals + "f", 100 - 100 / inverse);
    }
}
