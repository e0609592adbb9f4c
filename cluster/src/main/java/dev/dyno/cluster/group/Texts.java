package dev.dyno.cluster.group;

import java.time.Duration;
import java.util.Locale;

/** Words that sentences of this package have in common. */
final class Texts {

    private Texts() {}

    /** "0.5 s", "30 s". */
    static String seconds(Duration duration) {
        final long millis = duration.toMillis();
        return millis % 1000 == 0
                ? millis / 1000 + " s"
                : String.format(Locale.ROOT, "%s s", Math.round(millis / 10.0) / 100.0);
    }
}
