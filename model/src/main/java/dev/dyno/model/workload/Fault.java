package dev.dyno.model.workload;

import dev.dyno.driver.setting.Units;
import java.time.Duration;
import java.util.Locale;

/**
 * Something that is done to the managed broker on purpose while the load goes on.
 *
 * @param at from the start of the load, warmup included, as the duration of a run counts
 * @param action what
 */
public record Fault(Duration at, Action action) {

    /** What can be done to a broker. */
    public enum Action {
        /** Ends its process at once (SIGKILL). */
        KILL,
        /** Asks it to end in good order (SIGTERM), and waits until it has. */
        STOP,
        /** Stops it if it runs, and starts it again with the same ports and the same data. */
        RESTART,
        /** Holds its process (SIGSTOP): it does nothing, and its connections stay. */
        PAUSE,
        /** Lets a paused one go on (SIGCONT). */
        RESUME;

        /** As it is typed. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** As it is typed: {@code 5s kill}. */
    @Override
    public String toString() {
        return Units.formatDuration(at.toNanos()) + " " + action.word();
    }
}
