package dev.dyno.model.result;

import java.math.BigDecimal;
import java.util.List;

/** Percentiles of every report, in their order. */
public enum Percentile {
    P50(50),
    P90(90),
    P99(99),
    P999(99.9),
    P9999(99.99);

    /** Percentiles that a verdict looks at: beyond them few runs have messages enough. */
    public static final List<Percentile> JUDGED = List.of(P50, P90, P99, P999);

    private final double percent;

    Percentile(double percent) {
        this.percent = percent;
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
        return switch (this) {
            case P50 -> values.p50();
            case P90 -> values.p90();
            case P99 -> values.p99();
            case P999 -> values.p999();
            case P9999 -> values.p9999();
        };
    }
}
