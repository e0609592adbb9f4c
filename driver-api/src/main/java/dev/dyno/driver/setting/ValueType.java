package dev.dyno.driver.setting;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Type of a setting's values: their notation, and the function that reads it.
 *
 * <p>Assumptions and guarantees: immutable; usable from any thread.
 *
 * @param word placeholder for a value in a usage line: {@code N}, {@code TIME}
 * @param expectation words that follow "must be": {@code a whole number from 1 to 5}
 * @param verbatim whether spaces at both ends belong to the value; otherwise they are stripped before reading
 * @param choices words that stand for a value, in order, to be offered by completion; other values may be allowed besides
 * @param reader returns the value of a text; throws {@link IllegalArgumentException} with a sentence: what was given, what is
 *     allowed
 * @param <T> Java type of the values
 */
public record ValueType<T>(
        String word, String expectation, boolean verbatim, List<String> choices, Function<String, T> reader) {

    /** Regular expression of a text on one line that is not empty. */
    public static final String ON_ONE_LINE = "[^\\u0000-\\u001f\\u007f-\\u009f]+";

    private static final String DIGITS = "[0-9]{1,18}(\\.[0-9]{1,9})?";

    public ValueType {
        choices = List.copyOf(choices);
    }

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException with a sentence: what was given, what is allowed; the caller adds the name in front
     */
    public T parse(String text) {
        return reader.apply(verbatim ? text : text.strip());
    }

    /** Exception for a text that cannot be read, with a sentence: what was given, what is allowed. */
    public static IllegalArgumentException refusal(String text, String expectation) {
        return new IllegalArgumentException(
                (text.isBlank() ? "is empty" : Units.quoted(text)) + "; must be " + expectation + ".");
    }

    /** A type not among those below; {@code reader} throws {@link IllegalArgumentException} with the whole sentence. */
    public static <T> ValueType<T> of(String word, String expectation, Function<String, T> reader) {
        return new ValueType<>(word, expectation, false, List.of(), reader);
    }

    /** {@code true} or {@code false}. */
    public static ValueType<Boolean> flag() {
        Map<String, Boolean> values = new LinkedHashMap<>();
        values.put("true", true);
        values.put("false", false);
        return choice("true|false", "true or false", values);
    }

    /** One of the constants of an enum, by its name in lower case with dashes. */
    public static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
        Map<String, E> values = new LinkedHashMap<>();
        Arrays.stream(type.getEnumConstants()).forEach(constant -> values.put(word(constant), constant));
        return choice("WORD", "one of " + String.join(", ", values.keySet()), values);
    }

    /** One of the given words, in the given order, each with its value. */
    @SafeVarargs
    public static <T> ValueType<T> choice(Map.Entry<String, T>... words) {
        Map<String, T> values = new LinkedHashMap<>();
        for (Map.Entry<String, T> each : words) {
            values.put(each.getKey(), each.getValue());
        }
        return choice("WORD", "one of " + String.join(", ", values.keySet()), values);
    }

    /** One of the given words, in the given order. */
    public static ValueType<String> words(List<String> words) {
        Map<String, String> values = new LinkedHashMap<>();
        words.forEach(each -> values.put(each, each));
        return choice("WORD", "one of " + String.join(", ", words), values);
    }

    private static <T> ValueType<T> choice(String word, String expectation, Map<String, T> known) {
        return new ValueType<>(word, expectation, false, List.copyOf(known.keySet()), text -> {
            T value = known.get(text);
            for (Map.Entry<String, T> each : known.entrySet()) {
                if (value == null && each.getKey().equalsIgnoreCase(text)) {
                    value = each.getValue();
                }
            }
            if (value == null) {
                throw refusal(text, expectation);
            }
            return value;
        });
    }

    /** Name of a constant in the user's notation: in lower case with dashes. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A whole number between inclusive bounds; underscores in it are ignored. */
    public static ValueType<Long> whole(long least, long most) {
        boolean noTop = most >= Integer.MAX_VALUE;
        String expectation = "a whole number"
                + (noTop && least == Long.MIN_VALUE
                        ? ""
                        : noTop ? " of at least " + least : " from " + least + " to " + most);
        return of("N", expectation, text -> {
            try {
                long number = Long.parseLong(text.replace("_", ""));
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // The refusal below says what is allowed.
            }
            throw refusal(text, expectation);
        });
    }

    /** A whole number between inclusive bounds, as an {@code int}. */
    public static ValueType<Integer> count(int least, int most) {
        return whole(least, most).map(Math::toIntExact);
    }

    /** A number with or without decimals between inclusive bounds. */
    public static ValueType<Double> decimal(double least, double most) {
        String expectation = "a number from " + plain(least) + " to " + plain(most);
        return of("X", expectation, text -> {
            double number = Double.parseDouble(matching(text, "-?" + DIGITS, expectation));
            if (number < least || number > most) {
                throw refusal(text, expectation);
            }
            return number;
        });
    }

    /** A share from 0 to 1: {@code 0.05} or {@code 5%}. */
    public static ValueType<Double> share() {
        String expectation = "a share from 0 to 1, like 0.05 or 5%";
        return of("SHARE", expectation, text -> {
            boolean percent = text.endsWith("%");
            matching(text, DIGITS + "%?", expectation);
            BigDecimal share = new BigDecimal(text.replace("%", "")).movePointLeft(percent ? 2 : 0);
            if (share.compareTo(BigDecimal.ONE) > 0) {
                throw refusal(text, expectation);
            }
            return share.doubleValue();
        });
    }

    private static String matching(String text, String pattern, String expectation) {
        if (!text.matches(pattern)) {
            throw refusal(text, expectation);
        }
        return text;
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** A size in bytes in the notation of {@link Units#parseBytes}, between inclusive bounds in bytes. */
    public static ValueType<Long> size(long leastBytes, long mostBytes) {
        return of(
                "SIZE",
                "a size"
                        + between(
                                Units.formatBytes(leastBytes),
                                mostBytes == Long.MAX_VALUE,
                                Units.formatBytes(mostBytes))
                        + ", like 4KiB",
                bounded(Units::parseBytes, leastBytes, mostBytes, Units::formatBytes));
    }

    /** A duration in the notation of {@link Units#parseDurationNs}, between inclusive bounds. */
    public static ValueType<Duration> duration(Duration least, Duration most) {
        long leastNs = least.toNanos();
        long mostNs = most.toNanos();
        return of(
                        "TIME",
                        "a duration"
                                + between(
                                        Units.formatDuration(leastNs),
                                        mostNs >= Units.MAX_DURATION_NS,
                                        Units.formatDuration(mostNs))
                                + ", like 250us, 10s or 1h30m",
                        bounded(Units::parseDurationNs, leastNs, mostNs, Units::formatDuration))
                .map(Duration::ofNanos);
    }

    /** A duration of any length up to {@link Units#MAX_DURATION_NS}, in the notation of {@link Units#parseDurationNs}. */
    public static ValueType<Duration> duration() {
        return duration(Duration.ZERO, Duration.ofNanos(Units.MAX_DURATION_NS));
    }

    private static String between(String least, boolean noTop, String most) {
        boolean noBottom = least.matches("0\\D*");
        return noTop ? (noBottom ? "" : " of at least " + least) : " from " + least + " to " + most;
    }

    private static Function<String, Long> bounded(
            Function<String, Long> reader, long least, long most, Function<Long, String> format) {
        return text -> {
            long value = reader.apply(text);
            if (value < least) {
                throw refusal(text, "at least " + format.apply(least));
            }
            if (value > most) {
                throw refusal(text, "at most " + format.apply(most));
            }
            return value;
        };
    }

    /** A file that can be read. */
    public static ValueType<Path> file() {
        return file("a file that can be read");
    }

    /**
     * A file that can be read.
     *
     * @param expectation words that follow "must be"
     */
    public static ValueType<Path> file(String expectation) {
        return file(expectation, Files::isReadable);
    }

    /** A file that can be executed. */
    public static ValueType<Path> program() {
        return file("a file that can be executed", Files::isExecutable);
    }

    private static ValueType<Path> file(String expectation, Predicate<Path> good) {
        return of("FILE", expectation, text -> {
            try {
                Path path = Path.of(text);
                if (Files.isRegularFile(path) && good.test(path)) {
                    return path;
                }
            } catch (InvalidPathException e) {
                // The refusal below says what is allowed.
            }
            throw refusal(text, expectation);
        });
    }

    /** A text on one line that is not empty. */
    public static ValueType<String> text() {
        return text("text on one line, not empty", ON_ONE_LINE);
    }

    /** Any text, even an empty one. */
    public static ValueType<String> anyText() {
        return new ValueType<>("TEXT", "any text", true, List.of(), text -> text);
    }

    /** A text that matches a regular expression as a whole. */
    public static ValueType<String> text(String expectation, String pattern) {
        return new ValueType<>("TEXT", expectation, true, List.of(), text -> matching(text, pattern, expectation));
    }

    /** A list of values, separated by commas; empty items are left out, so an empty text is an empty list. */
    public ValueType<List<T>> list() {
        return new ValueType<>(
                word + ",…", "a list, separated by commas, each " + expectation, false, choices, text -> Arrays.stream(
                                text.split(",", -1))
                        .map(String::strip)
                        .filter(item -> !item.isEmpty())
                        .map(this::parse)
                        .toList());
    }

    /**
     * A type with this notation whose values are converted by a function. For a value that it refuses, the function throws
     * {@link IllegalArgumentException} with a sentence: what was given, what is allowed.
     */
    public <U> ValueType<U> map(Function<T, U> function) {
        return new ValueType<>(word, expectation, verbatim, choices, reader.andThen(function));
    }

    /** A type with one more word that stands for a value, for example {@code never}. */
    public ValueType<T> or(String alternative, T value) {
        String either = expectation + ", or " + alternative;
        List<String> words = new ArrayList<>(choices);
        words.add(alternative);
        return new ValueType<>(word, either, verbatim, words, text -> {
            if (text.equals(alternative)) {
                return value;
            }
            try {
                return reader.apply(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(refusal(text, either).getMessage(), e);
            }
        });
    }
}
