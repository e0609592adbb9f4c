package dev.dyno.model.workload;

import dev.dyno.driver.setting.Units;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Deliberate disturbance during the load.
 *
 * @param at from the start of the load including the warm-up, like the duration of a run
 */
public record Fault(Duration at, Action action) {

    /** Action of a fault. Its text is the user's notation. */
    public sealed interface Action permits OnBroker, Command, OnNetwork {

        /** Short name for tables and charts. */
        default String word() {
            return toString();
        }
    }

    /** Action on the process of the broker that Dyno started. */
    public enum OnBroker implements Action {
        /** Kills its process (SIGKILL). */
        KILL,
        /** Ends its process in good order (SIGTERM), and waits for the end. */
        STOP,
        /** Stops the broker if it runs, and starts it again with the same ports and the same data. */
        RESTART,
        /** Pauses its process (SIGSTOP): it does nothing, and its connections stay open. */
        PAUSE,
        /** Resumes a paused process (SIGCONT). */
        RESUME;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Command that is run on this machine, not by a shell.
     *
     * @param line its words, as the user wrote them; quotation marks keep spaces within a word
     */
    public record Command(String line) implements Action {

        public static final String WORD = "exec";

        private static final Pattern EACH = Pattern.compile("(?:[^\\s'\"]++|'[^']*+'|\"[^\"]*+\")+");
        private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");

        /** Words of the line; empty if a quotation mark is not closed. */
        public List<String> words() {
            return EACH.matcher(line).replaceAll("").isBlank()
                    ? EACH.matcher(line)
                            .results()
                            .map(word -> QUOTED.matcher(word.group()).replaceAll("$1$2"))
                            .toList()
                    : List.of();
        }

        @Override
        public String word() {
            return WORD;
        }

        @Override
        public String toString() {
            return WORD + " " + quoted(line);
        }

        /** The line in quotation marks, unless it has both kinds itself. */
        public static String quoted(String line) {
            String mark = !line.contains("'") ? "'" : !line.contains("\"") ? "\"" : "";
            return mark + line + mark;
        }
    }

    /**
     * Change of the connections of Dyno's clients, which then go through a proxy.
     *
     * @param amount delay in ns, bandwidth in bytes per second, for a reset the time in ns for which new connections are reset,
     *     too, and 1 for a cut; 0 = the effect ends or, of a reset, is over at once
     * @param one whether it affects the busiest connection only
     */
    public record OnNetwork(Effect effect, long amount, boolean one) implements Action {

        public enum Effect {
            /** Each byte takes longer by the amount, in each direction. */
            DELAY,
            /** Each connection carries at most the amount, in each direction. */
            BANDWIDTH,
            /** Nothing passes, and connections stay open. */
            CUT,
            /** Connections are broken by TCP's RST. */
            RESET;

            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        public static final String OFF = "off";
        public static final String ONE = "one";

        public boolean ends() {
            return amount == 0 && effect != Effect.RESET;
        }

        @Override
        public String toString() {
            String value =
                    switch (effect) {
                        case DELAY -> "=" + Units.formatDuration(amount);
                        case BANDWIDTH -> "=" + Units.formatBytesPerSecond(amount);
                        case CUT -> "";
                        case RESET -> amount == 0 ? "" : ":" + Units.formatDuration(amount);
                    };
            return effect.word() + (ends() ? "=" + OFF : value) + (one ? ":" + ONE : "");
        }
    }

    /** Time at which the fault is over: later than its beginning only for a reset with a time. */
    public Duration end() {
        return action instanceof OnNetwork network && network.effect == OnNetwork.Effect.RESET
                ? at.plusNanos(network.amount)
                : at;
    }

    /** The user's notation, for example {@code 5s kill}. */
    @Override
    public String toString() {
        return Units.formatDuration(at.toNanos()) + " " + action;
    }
}
