package dev.dyno.model.workload;

import dev.dyno.driver.setting.Units;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Backlog that producers build at the broker while the consumers wait, and that the consumers then drain. The measured phase
 * consists of it or begins with it.
 *
 * @param size at which the backlog is complete
 * @param deadline longest time for draining it
 * @param whileSending whether the producers continue during the drain
 * @param left number of owed deliveries at which it counts as drained; empty = none or, if producers continue, few enough that
 *     the consumers have caught up
 * @param measuredAfter whether the measured time begins anew when it is drained
 */
public record Backlog(Size size, Duration deadline, boolean whileSending, Optional<Long> left, boolean measuredAfter) {

    /** Unit of a size. */
    public enum Measure {
        /** Deliveries owed: a message counts once for each subscription of its destination. */
        MESSAGES,
        /** Bytes of the bodies of the deliveries owed, computed from their mean size. */
        BYTES,
        /** Time for which the producers have sent, in ns. */
        NS
    }

    public record Size(Measure measure, long amount) {

        /** The amount, if it has the given unit. */
        public Optional<Long> in(Measure asked) {
            return Optional.of(amount).filter(all -> measure == asked);
        }

        @Override
        public String toString() {
            return switch (measure) {
                case MESSAGES -> String.format(Locale.ROOT, "%,d %s", amount, amount == 1 ? "message" : "messages");
                case BYTES -> Units.formatBytes(amount);
                case NS -> Units.formatDuration(amount);
            };
        }
    }

    @Override
    public String toString() {
        return size + ", drained within " + Units.formatDuration(deadline.toNanos())
                + (whileSending ? " while producers send" : "")
                + left.map(count -> " to " + new Size(Measure.MESSAGES, count)).orElse("")
                + (measuredAfter ? ", then measured for the whole time" : "");
    }
}
