package dev.dyno.model.result;

import java.math.BigDecimal;
import java.util.List;

/** Percentiles of every report, lowest first. */
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

    /** From 0 to 1. */
    public double quantile() {
        return BigDecimal.valueOf(percent).movePointLeft(2).doubleValue();
    }

    /** For example {@code 99.9}. */
    public String number() {
        return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString();
    }

    /** For example {@code p99.9}. */
    public String title() {
        return "p" + number();
    }
}
