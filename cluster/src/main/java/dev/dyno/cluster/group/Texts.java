package dev.dyno.cluster.group;

import java.time.Duration;
import java.util.Locale;

/** Words shared by sentences of this package. */
final class Texts {

    private Texts() {}

    /** A duration, for example "0.5 s" or "30 s". */
    static String seconds(Duration duration) {
        final long millis = duration.toMillis();
        return millis % 1000 == 0
                ? millis / 1000 + " s"
                : String.format(Locale.ROOT, "%s s", Math.round(millis / 10.0) / 100.0);
    }
}
