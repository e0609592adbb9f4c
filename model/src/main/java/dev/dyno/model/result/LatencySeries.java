package dev.dyno.model.result;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Statistics of one latency in each interval of a run; missing in an interval without a value. Percentiles are lower ends. */
public record LatencySeries(Column meanNs, Map<Percentile, Column> percentilesNs, Column maxNs) {

    public LatencySeries {
        percentilesNs = Collections.unmodifiableMap(new EnumMap<>(percentilesNs));
    }

    public Column of(Percentile percentile) {
        return Objects.requireNonNull(percentilesNs.get(percentile));
    }
}
