package dev.dyno.model.config;

import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.Limits;
import dev.dyno.model.yaml.YamlMap;
import java.util.Optional;

/** Reads the key of messages: a word, or a number of keys and their order. */
final class KeyReader {

    private static final String KEY = "key";
    private static final double MAX_EXPONENT = 10;

    private enum Order {
        SEQUENCE,
        UNIFORM,
        ZIPF
    }

    private KeyReader() {}

    static Optional<KeyDistribution> read(YamlMap message) {
        if (message.has(KEY) && message.has("group")) {
            message.problem(KEY, "contradicts group; leave one of them out.");
        }
        if (message.isMap(KEY)) {
            return message.map(KEY).map(KeyReader::many);
        }
        return message.parse(KEY, text -> {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("is empty; must be a word, or { count: 1000, order: sequence }.");
            }
            return new KeyDistribution.Fixed(text);
        });
    }

    private static KeyDistribution many(YamlMap map) {
        if (!map.has("count")) {
            map.problem("count", "is missing; must say how many keys there are.");
        }
        int count = (int) map.number("count", 1, Limits.MAX_KEYS, 1);
        Order order = map.choice("order", Order.class, Order.SEQUENCE);
        double exponent = map.parse("exponent", KeyReader::exponent).orElse(1.0);
        if (order != Order.ZIPF && map.has("exponent")) {
            map.problem("exponent", "only order zipf has one; leave it out.");
        }
        map.refuseOthers();
        return switch (order) {
            case SEQUENCE -> new KeyDistribution.Sequence(count);
            case UNIFORM -> new KeyDistribution.Uniform(count);
            case ZIPF -> new KeyDistribution.Zipf(count, exponent);
        };
    }

    private static double exponent(String text) {
        if (text.matches("\\d{1,2}(\\.\\d{1,9})?")) {
            double exponent = Double.parseDouble(text);
            if (exponent > 0 && exponent <= MAX_EXPONENT) {
                return exponent;
            }
        }
        throw new IllegalArgumentException(text + "; must be a number above 0, up to 10, like 1.1.");
    }
}
