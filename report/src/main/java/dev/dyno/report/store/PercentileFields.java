package dev.dyno.report.store;

import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Percentiles;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Percentiles as fields of a JSON object, {@code p50Ns} to {@code p9999Ns}, between its other fields. */
final class PercentileFields {

    private PercentileFields() {}

    static Map<String, Long> lower(Percentiles values) {
        return of(values, LatencyRange::lowNs);
    }

    /** Upper ends; empty for a percentile without one. */
    static Map<String, Optional<Long>> upper(Percentiles values) {
        return of(values, range -> Optional.of(range.highNs()).filter(ns -> !range.isOpen()));
    }

    private static <V> Map<String, V> of(Percentiles values, Function<LatencyRange, V> value) {
        Map<String, V> fields = new LinkedHashMap<>();
        values.ranges().forEach((percentile, range) -> fields.put(field(percentile), value.apply(range)));
        return fields;
    }

    private static String field(Percentile percentile) {
        return percentile.name().toLowerCase(Locale.ROOT) + "Ns";
    }

    /** @throws IllegalArgumentException if a field is missing or unknown */
    static void requireAll(Map<String, ?> fields) {
        List<String> all =
                Arrays.stream(Percentile.values()).map(PercentileFields::field).toList();
        if (!fields.keySet().equals(Set.copyOf(all)) || fields.containsValue(null)) {
            throw new IllegalArgumentException("percentiles " + fields + "; must be " + String.join(", ", all));
        }
    }

    /**
     * @param lower all fields
     * @param upper all fields; empty if all values were observed
     */
    static Map<Percentile, LatencyRange> ranges(Map<String, Long> lower, Optional<Map<String, Optional<Long>>> upper) {
        Map<Percentile, LatencyRange> ranges = new EnumMap<>(Percentile.class);
        for (Percentile percentile : Percentile.values()) {
            long lowNs = value(lower, percentile);
            ranges.put(
                    percentile,
                    upper.map(most -> new LatencyRange(
                                    lowNs, value(most, percentile).orElse(LatencyRange.INFINITE)))
                            .orElse(LatencyRange.exactly(lowNs)));
        }
        return ranges;
    }

    private static <V> V value(Map<String, V> fields, Percentile percentile) {
        return Objects.requireNonNull(fields.get(field(percentile)));
    }
}
