package dev.dyno.model.result;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reason why a figure of a run must not be quoted as the broker's without a remark.
 *
 * @param share extent of the reason; 0.1 is a tenth. OWN, CLOCK: Dyno's own delay, or the possible error of clocks,
 *     divided by the figure. BEHIND: messages due that Dyno did not send, divided by all due. BOUND: unfinished messages,
 *     divided by all. FULL: processors that Dyno used, divided by those that it has. REPEATED: messages that may be repeated,
 *     divided by those that decide the figure. FEW: messages beyond the figure, divided by the ten that are needed
 */
public record FigureMark(Kind kind, double share) {

    /** Minimum number of messages beyond a percentile to know it. */
    public static final int NEEDED_BEYOND = 10;

    /** Kinds of reasons, gravest first: a figure has the first one that holds. */
    public enum Kind {
        /** The client library acknowledged the message, not the broker. */
        CLIENT("client"),
        /** Mark of a rate: Dyno's senders did not send what was due although they did not wait for the broker. */
        BEHIND("own"),
        /** Mark of a rate: Dyno used all processors of its machine, so that the broker may take more. */
        FULL("own"),
        /** Dyno's own delay is more than a tenth of the figure, and longer than a usual wake-up of a thread. */
        OWN("own"),
        /** The clocks may differ by more than a tenth of the figure. */
        CLOCK("clock"),
        /** Unfinished messages decide the figure, so that only bounds of it are known. */
        BOUND("bound"),
        /** Repeated deliveries, which several workers cannot tell from first ones, may decide the figure. */
        REPEATED("repeated"),
        /** Fewer than {@value FigureMark#NEEDED_BEYOND} messages lie beyond the figure. */
        FEW("few");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /**
     * Mark of a percentile with too few messages beyond it; empty if there are enough.
     *
     * @param count number of messages
     * @param percent percentile, from 0 to 100
     */
    public static Optional<FigureMark> few(long count, double percent) {
        double beyond = count * (100 - percent) / 100;
        // Rounded, because 10,000 messages have ten beyond 99.9 %, whatever the last digit of the difference.
        return Math.round(1_000 * beyond) < 1_000L * NEEDED_BEYOND
                ? Optional.of(new FigureMark(Kind.FEW, Math.floor(beyond + 0.001) / NEEDED_BEYOND))
                : Optional.empty();
    }

    /** Text for programs: {@code own:0.33}. */
    public String word() {
        return kind.word() + ':' + Math.round(1_000 * share) / 1_000.0;
    }

    /** Marks for programs, by the names of figures: {@code response-p99=own:0.33 response-p99.9=few:0.2}. */
    public static String words(Map<String, FigureMark> marks) {
        return marks.entrySet().stream()
                .map(mark -> mark.getKey() + '=' + mark.getValue().word())
                .collect(Collectors.joining(" "));
    }

    /** For users, after the name of the figure: {@code 33 % of it is Dyno's own delay}. */
    public String text() {
        String percent = Unit.PERCENT.text(100 * share);
        return switch (kind) {
            case CLIENT -> "the client library acknowledged, not the broker";
            case BEHIND -> percent + " of what was due was not sent, because of Dyno itself";
            case FULL -> "Dyno used " + percent + " of its processors, so the broker may take more";
            case OWN -> percent + " of it is Dyno's own delay";
            case CLOCK -> "the clocks may differ by " + percent + " of it";
            case BOUND -> percent + " of the messages were unfinished, and decide it";
            case REPEATED ->
                percent
                        + " of the messages that decide it may be repeated deliveries, which several workers do not tell from"
                        + " first ones";
            case FEW ->
                Plural.count(Math.round(share * NEEDED_BEYOND), "message lies", "messages lie")
                        + " beyond it, fewer than " + NEEDED_BEYOND;
        };
    }
}
