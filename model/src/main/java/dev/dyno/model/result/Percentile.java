package dev.dyno.model.result;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;

/** Percentiles of every report, in their order. */
public enum Percentile {
    P50(50, Percentiles::p50),
    P90(90, Percentiles::p90),
    P99(99, Percentiles::p99),
    P999(99.9, Percentiles::p999),
    P9999(99.99, Percentiles::p9999);

    /** Percentiles that a verdict looks at: beyond them few runs have messages enough. */
    public static final List<Percentile> JUDGED = List.of(P50, P90, P99, P999);

    private final double percent;
    private final Function<Percentiles, LatencyRange> getter;

    Percentile(double percent, Function<Percentiles, LatencyRange> getter) {
        this.percent = percent;
        this.getter = getter;
    }

    /** From 0 to 100. */
    public double percent() {
        return percent;
    }

    /** For example {@code 99.9}. */
    public String number() {
        return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString();
    }

    /** For example {@code p99.9}. */
    public String title() {
        return "p" + number();
    }

    public LatencyRange of(Percentiles values) {
        return getter.apply(values);
    }
}
