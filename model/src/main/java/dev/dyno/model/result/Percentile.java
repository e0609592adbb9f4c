package dev.dyno.model.result;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/** Percentiles of every report, lowest first. */
public enum Percentile {
    P50(50),
    P90(90),
    P99(99),
    P999(99.9),
    P9999(99.99);

    /** Percentiles of charts, of wake-ups, and of the finding about Dyno's own delay: few runs have enough messages for more. */
    public static final List<Percentile> JUDGED = List.of(P50, P90, P99, P999);

    private final double percent;

    Percentile(double percent) {
        this.percent = percent;
    }

    public double percent() {
        return percent;
    }

    /** Share of the values up to the percentile, from 0 to 1. */
    public double quantile() {
        return BigDecimal.valueOf(percent).movePointLeft(2).doubleValue();
    }

    /** Number of percent, for example {@code 99.9}. */
    public String number() {
        return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString();
    }

    /** Name, for example {@code p99.9}. */
    public String title() {
        return "p" + number();
    }

    /** @throws IllegalArgumentException if no percentile has that title */
    public static Percentile titled(String title) {
        return Stream.of(values())
                .filter(percentile -> percentile.title().equals(title))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no percentile " + title));
    }

    /** Name of the figure of a latency, for example {@code response-p99.9}. */
    public String figure(Latency latency) {
        return latency.tag() + '-' + title();
    }
}
