package dev.dyno.model.config;

import dev.dyno.driver.Destination;
import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.OfHeld;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.Limits;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.SizeDistribution;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Types of values that only a load has, and the text of every value. */
public final class LoadKinds {

    static final String GROUP_NAME = "[A-Za-z0-9_.-]{1,40}";

    private LoadKinds() {}

    /** Type that refuses a number without a unit: it could be ms, as in the flag of the setting, or s, as in other durations. */
    static <T> ValueType<T> withUnit(ValueType<T> kind) {
        return ValueType.of(kind.word(), kind.expectation() + ", with its unit", text -> {
            if (text.matches("[0-9. ]+")) {
                throw ValueType.refusal(text, "a number with its unit, like " + text + "s or " + text + "ms");
            }
            return kind.parse(text);
        });
    }

    static <T> ValueType<T> aboveZero(ValueType<T> kind, T zero) {
        return ValueType.of(kind.word(), kind.expectation() + ", above 0", text -> {
            T value = kind.parse(text);
            if (value.equals(zero)) {
                throw ValueType.refusal(text, "more than 0");
            }
            return value;
        });
    }

    /** A duration above zero. */
    static ValueType<Duration> time() {
        return aboveZero(ValueType.duration(), Duration.ZERO);
    }

    /** List of one or more values, separated by commas. */
    static <T> ValueType<List<T>> several(ValueType<T> kind) {
        return ValueType.of(
                kind.word(),
                kind.expectation() + "; several with commas between",
                text -> Stream.of(text.split(",", -1)).map(kind::parse).toList());
    }

    /** Any text, even an empty one or several lines, as a file can have it. */
    static ValueType<String> text() {
        return ValueType.text("a text", "[\\s\\S]*");
    }

    /** Name of a group. It has no space, because names of figures and tags of HDR logs contain it. */
    static ValueType<String> groupName() {
        return ValueType.text("a name of at most 40 letters, digits, ., _ and -", GROUP_NAME);
    }

    static ValueType<Destination> queue() {
        return ValueType.of("QUEUE", "a queue, like queue://REPLIES", text -> {
            Destination queue = Destination.parse(text);
            if (queue.isTopic() || queue.name().isBlank() || queue.name().contains("://")) {
                throw ValueType.refusal(text, "a queue, like queue://REPLIES");
            }
            return queue;
        });
    }

    static ValueType<Warmup> warmup() {
        return ValueType.of("TIME", "a duration, or: until steady, or: until steady, at most 2m", Warmup::parse);
    }

    static ValueType<Rate> rate() {
        return ValueType.of("RATE", "a rate, like 30000/s, 1.5k/s or 90/min; a bare number is per second", text -> {
            Rate rate = Rate.parse(text);
            if (rate.isZero()) {
                throw new IllegalArgumentException(rate + "; must be more than 0/s. Leave it out for all-out.");
            }
            return rate;
        });
    }

    /** A rate, or a share of the highest rate that the broker holds. */
    static ValueType<LoadShape> rateOrShare() {
        return ValueType.of(
                rate().word(),
                rate().expectation() + "; or a share of what the broker holds, like 80% of held",
                text -> text.matches(".*(%|\\bheld\\b).*")
                        ? OfHeld.parse(text)
                        : Schedule.constant(rate().parse(text)));
    }

    static ValueType<LoadShape> load() {
        return ValueType.of(
                "LOAD", "constant, ramp, steps, burst or all-out with their rates and times", LoadShape::parse);
    }

    /** Sizes of messages, within the engine's limits. */
    public static ValueType<SizeDistribution> sizes() {
        return ValueType.of(
                "SIZES",
                "a size like 4KiB, a range like 100..200, or sizes with weights like 256:70, 1KiB:30, of "
                        + Limits.MIN_MESSAGE_BYTES + " to " + Limits.MAX_MESSAGE_BYTES + " bytes",
                text -> checked(text, SizeDistribution.parse(text)));
    }

    /**
     * Returns the sizes if they are within the engine's limits.
     *
     * @throws IllegalArgumentException with a sentence, if they are outside of these limits
     */
    public static SizeDistribution checked(String text, SizeDistribution sizes) {
        if (sizes.min() < Limits.MIN_MESSAGE_BYTES) {
            throw new IllegalArgumentException(text + "; must be at least " + Limits.MIN_MESSAGE_BYTES
                    + " bytes, which the head of each message takes.");
        }
        if (sizes.max() > Limits.MAX_MESSAGE_BYTES) {
            throw new IllegalArgumentException(
                    text + "; must be at most " + Units.formatBytes(Limits.MAX_MESSAGE_BYTES) + ".");
        }
        return sizes;
    }

    public static ValueType<Payloads.FromFiles> payloadFiles(String expectation) {
        return ValueType.of("FILE", expectation, text -> payloadFiles(text, expectation));
    }

    private static Payloads.FromFiles payloadFiles(String text, String expectation) {
        if (text.isBlank()) {
            // Path.of takes an empty text for the current folder.
            throw ValueType.refusal(text, expectation);
        }
        Payloads.FromFiles files;
        try {
            files = Payloads.FromFiles.read(Path.of(text));
        } catch (IOException | InvalidPathException e) {
            throw ValueType.refusal(text, expectation);
        }
        if (files.files().isEmpty()) {
            throw new IllegalArgumentException(text + "; has no files. Must be " + expectation + ".");
        }
        for (Payloads.OneFile file : files.files()) {
            if (file.bytes() < Limits.MIN_MESSAGE_BYTES || file.bytes() > Limits.MAX_MESSAGE_BYTES) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "%s; has %,d bytes, must have %d, which the head of each message takes, to %s.",
                        file.file(),
                        file.bytes(),
                        Limits.MIN_MESSAGE_BYTES,
                        Units.formatBytes(Limits.MAX_MESSAGE_BYTES)));
            }
        }
        if (files.totalBytes() > Limits.MAX_PAYLOAD_BYTES) {
            throw new IllegalArgumentException(text + "; the files must have at most "
                    + Units.formatBytes(Limits.MAX_PAYLOAD_BYTES) + " together.");
        }
        return files;
    }

    /** Type of names with texts. They are read from a mapping, so a single text is refused. */
    static ValueType<Map<String, String>> entries(String label) {
        return ValueType.of(label, label, text -> {
            throw ValueType.refusal(text, label);
        });
    }

    static ValueType<Map<String, Object>> properties() {
        return ValueType.of("NAME=VALUE", "names with whole or decimal numbers, true, false, or texts", text -> {
            throw ValueType.refusal(text, "NAME=VALUE");
        });
    }

    /** Application properties, each text as true or false, a whole or decimal number, or a text. */
    static Map<String, Object> properties(Map<String, String> texts) {
        Map<String, Object> typed = new LinkedHashMap<>();
        texts.forEach((name, text) -> typed.put(name, typed(text)));
        return typed;
    }

    private static Object typed(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        if (text.matches("[+-]?\\d{1,18}")) {
            return Long.valueOf(text);
        }
        if (text.matches("[+-]?\\d+\\.\\d+([eE][+-]?\\d+)?")) {
            return Double.valueOf(text);
        }
        return text;
    }

    static ValueType<KeyDistribution> keys() {
        return ValueType.of(
                "KEY",
                "a word, or { count: 1000, order: sequence | uniform | zipf, exponent: 1.1 }",
                KeyDistribution.Fixed::new);
    }

    /** Text of a value in a workload file. */
    static String text(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.<Object>map(present -> present).map(LoadKinds::text).orElse(YamlText.ABSENT);
        }
        if (value instanceof List<?> list) {
            return YamlText.list(list.stream().map(LoadKinds::word).toList());
        }
        if (value instanceof Map<?, ?> map) {
            return YamlText.map(map);
        }
        if (value instanceof KeyDistribution keys) {
            return keys(keys);
        }
        String text = word(value);
        boolean asItIs = !(value instanceof String) && text.matches("[0-9A-Za-z./-]+");
        return asItIs ? text : YamlText.text(text);
    }

    private static String word(Object value) {
        if (value instanceof Enum<?> constant) {
            return ValueType.word(constant);
        }
        return value instanceof Duration duration ? Units.formatDuration(duration.toNanos()) : value.toString();
    }

    private static String keys(KeyDistribution keys) {
        if (keys instanceof KeyDistribution.Fixed fixed) {
            return YamlText.text(fixed.text());
        }
        String order = keys instanceof KeyDistribution.Zipf zipf
                ? "zipf, exponent: " + plainNumber(zipf.exponent())
                : keys instanceof KeyDistribution.Sequence ? "sequence" : "uniform";
        return "{ count: " + keys.count() + ", order: " + order + " }";
    }

    /** A number without an exponent. */
    static String plainNumber(double number) {
        return BigDecimal.valueOf(number).toPlainString();
    }
}
