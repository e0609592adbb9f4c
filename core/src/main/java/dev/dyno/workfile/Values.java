package dev.dyno.workfile;

import dev.dyno.load.Limits;
import dev.dyno.pace.Rate;
import dev.dyno.pace.Units;
import dev.dyno.workload.SizeDistribution;
import dev.dyno.yaml.YamlMap;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Values that have units, as workload files write them. */
final class Values {

    /** A parser names the kind of thing it could not read; the key stands there for the user. */
    private static final Pattern KIND = Pattern.compile("^(duration|size|rate|load|schedule|sizes): ");

    private static final SizeDistribution ONE_KIB = new SizeDistribution.Fixed(1024);

    private Values() {}

    /** What a parser says, without the kind of thing in front. */
    static IllegalArgumentException plain(IllegalArgumentException e) {
        return new IllegalArgumentException(
                KIND.matcher(String.valueOf(e.getMessage())).replaceFirst(""), e);
    }

    static Optional<Duration> duration(YamlMap map, String key) {
        return map.parse(key, text -> {
            try {
                return Duration.ofNanos(Units.parseDurationNs(text));
            } catch (IllegalArgumentException e) {
                throw plain(e);
            }
        });
    }

    static Rate rate(String text) {
        try {
            Rate rate = Rate.parse(text);
            if (rate.isZero()) {
                throw new IllegalArgumentException(text + "; must be more than 0/s. Leave it out for all-out.");
            }
            return rate;
        } catch (IllegalArgumentException e) {
            throw plain(e);
        }
    }

    static SizeDistribution sizes(YamlMap map, String key) {
        return map.parse(key, text -> {
                    SizeDistribution sizes;
                    try {
                        sizes = SizeDistribution.parse(text);
                    } catch (IllegalArgumentException e) {
                        throw plain(e);
                    }
                    return checked(text, sizes);
                })
                .orElse(ONE_KIB);
    }

    static SizeDistribution checked(String text, SizeDistribution sizes) {
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

    /** Application properties: true and false, whole and decimal numbers, and texts. */
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
}
