package dev.dyno.model.workload;

import dev.dyno.driver.setting.Units;
import java.time.Duration;
import java.util.Locale;

/**
 * Deliberate action on the managed broker during the load.
 *
 * @param at from the start of the load including the warmup, like the duration of a run
 * @param action on the broker
 */
public record Fault(Duration at, Action action) {

    /** Action on a broker. */
    public enum Action {
        /** Kills its process (SIGKILL). */
        KILL,
        /** Ends its process in good order (SIGTERM), and waits for the end. */
        STOP,
        /** Stops it if it runs, and starts it again with the same ports and the same data. */
        RESTART,
        /** Pauses its process (SIGSTOP): it does nothing, and its connections stay open. */
        PAUSE,
        /** Resumes a paused process (SIGCONT). */
        RESUME;

        /** The word of the user's notation. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The user's notation, for example {@code 5s kill}. */
    @Override
    public String toString() {
        return Units.formatDuration(at.toNanos()) + " " + action.word();
    }
}
