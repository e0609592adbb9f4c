package dev.dyno.model.workload;

import dev.dyno.driver.setting.Units;
import java.time.Duration;
import java.util.Optional;

/**
 * A backlog that producers build at the broker while the consumers wait, and that the consumers drain then. It is the measured
 * phase of its run, or its beginning.
 *
 * @param size when it is large enough
 * @param deadline how long the consumers may take to drain it
 * @param whileSending whether the producers go on meanwhile
 * @param left deliveries that may be owed when it counts as drained; empty = none, or, with producers that go on, so few that the
 *     consumers have caught up
 * @param measuredAfter whether the measured time begins anew when it is drained
 */
public record Backlog(Size size, Duration deadline, boolean whileSending, Optional<Long> left, boolean measuredAfter) {

    /** When a backlog is large enough. */
    public sealed interface Size {}

    /** So many deliveries are owed: a message counts once for each subscription of its destination. */
    public record Messages(long count) implements Size {

        @Override
        public String toString() {
            return count + (count == 1 ? " message" : " messages");
        }
    }

    /** The bodies of the deliveries that are owed have so many bytes, by their mean size. */
    public record Bytes(long bytes) implements Size {

        @Override
        public String toString() {
            return Units.formatBytes(bytes);
        }
    }

    /** The producers have sent for so long. */
    public record Time(Duration duration) implements Size {

        @Override
        public String toString() {
            return Units.formatDuration(duration.toNanos());
        }
    }

    @Override
    public String toString() {
        return size + ", drained within " + Units.formatDuration(deadline.toNanos())
                + (whileSending ? " while producers go on" : "")
                + left.map(count -> " to " + new Messages(count)).orElse("")
                + (measuredAfter ? ", then measured for the whole time" : "");
    }
}
