package dev.dyno.cluster.group;

import java.math.BigDecimal;
import java.time.Duration;

/** Words shared by sentences of this package. */
final class Texts {

    private Texts() {}

    /** A duration, for example "0.5 s" or "30 s". */
    static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
    }
}
