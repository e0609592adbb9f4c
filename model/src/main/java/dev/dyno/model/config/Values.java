package dev.dyno.model.config;

import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.workload.Limits;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.yaml.YamlMap;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Values in the user's notation, in workload files and in options. */
public final class Values {

    /** The kind of value at the start of a parser's sentence; the user sees the key instead. */
    private static final Pattern KIND = Pattern.compile("^(duration|size|rate|load|schedule|sizes): ");

    /** Default size of messages. */
    public static final SizeDistribution ONE_KIB = new SizeDistribution.Fixed(1024);

    private Values() {}

    /** A parser's sentence without the kind of value. */
    public static String plain(IllegalArgumentException e) {
        return KIND.matcher(String.valueOf(e.getMessage())).replaceFirst("");
    }

    /** Reads a value with a parser whose sentences begin with the kind of value, which is left out. */
    public static <T> T plainly(String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(plain(e), e);
        }
    }

    /** Reads a value of a mapping with a parser that throws {@link IllegalArgumentException}. */
    public static <T> Optional<T> parse(YamlMap map, String key, Function<String, T> parser) {
        return map.parse(key, text -> plainly(text, parser));
    }

    /**
     * Reads a rate.
     *
     * @throws IllegalArgumentException with a sentence
     */
    public static Rate rate(String text) {
        Rate rate = Rate.parse(text);
        if (rate.isZero()) {
            throw new IllegalArgumentException("rate: " + rate + "; must be more than 0/s. Leave it out for all-out.");
        }
        return rate;
    }

    /**
     * Reads sizes of messages, within the engine's limits.
     *
     * @throws IllegalArgumentException with a sentence
     */
    public static SizeDistribution sizes(String text) {
        return checked(text, SizeDistribution.parse(text));
    }

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

    /**
     * Reads payloads from a file, or from the files of a folder.
     *
     * @throws IllegalArgumentException with a sentence
     */
    public static Payloads.FromFiles payloadFiles(String text, String expectation) {
        if (text.isBlank()) {
            // The library would take an empty path for the present folder.
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

    /** Application properties: true and false, whole and decimal numbers, and texts. */
    public static Map<String, Object> properties(Map<String, String> texts) {
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
}
