package dev.dyno.model.workload;

import dev.dyno.driver.setting.Units;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Backlog that producers build at the broker while the consumers wait, and that the consumers then drain. It is the measured
 * phase of its run, or its beginning.
 *
 * @param size at which it is complete
 * @param deadline longest time for draining it
 * @param whileSending whether the producers continue during the drain
 * @param left deliveries that may be owed when it counts as drained; empty = none or, if producers continue, few enough that the
 *     consumers have caught up
 * @param measuredAfter whether the measured time begins anew when it is drained
 */
public record Backlog(Size size, Duration deadline, boolean whileSending, Optional<Long> left, boolean measuredAfter) {

    public sealed interface Size {}

    /** Number of deliveries owed: a message counts once for each subscription of its destination. */
    public record Messages(long count) implements Size {

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? "message" : "messages");
        }
    }

    /** Bytes of the bodies of the deliveries owed, by their mean size. */
    public record Bytes(long bytes) implements Size {

        @Override
        public String toString() {
            return Units.formatBytes(bytes);
        }
    }

    /** Time for which the producers have sent. */
    public record Time(Duration duration) implements Size {

        @Override
        public String toString() {
            return Units.formatDuration(duration.toNanos());
        }
    }

    @Override
    public String toString() {
        return size + ", drained within " + Units.formatDuration(deadline.toNanos())
                + (whileSending ? " while producers send" : "")
                + left.map(count -> " to " + new Messages(count)).orElse("")
                + (measuredAfter ? ", then measured for the whole time" : "");
    }
}
