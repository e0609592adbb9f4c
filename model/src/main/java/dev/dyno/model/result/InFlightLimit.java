package dev.dyno.model.result;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Settings that limit how many messages of a producer are in flight.
 *
 * @param maxPending messages in flight of each producer; 0 if there is no limit or none is known
 * @param producers number of producers with that limit each
 * @param oneAtATime the unit that each producer has one of at a time, regardless of {@code maxPending}: a send, or a transaction
 * @param lingerMs time for which the client library collects messages before it sends them, in ms, as its driver states it
 */
public record InFlightLimit(int maxPending, long producers, Optional<String> oneAtATime, Optional<String> lingerMs) {

    private static final String UNIT = " ms";

    private static final Map<String, String> ONE_AT_A_TIME =
            Map.of("SYNC", "send (--sync)", "TRANSACTED", "transaction (--tx)");

    /** Limit of a run, also of a stored one, from its first group of producers. */
    public static InFlightLimit of(RunConfig config, DriverSemantics card) {
        RunConfig.Group group = config.producers().stream().findFirst().orElse(new RunConfig.Group(Map.of()));
        return new InFlightLimit(
                (int) group.number("maxPending", 0),
                Math.max(1, group.destinations().size()) * group.number("perDestination", 1),
                group.text("mode").map(ONE_AT_A_TIME::get),
                Optional.ofNullable(card.facts().get("linger"))
                        .filter(linger -> linger.matches("[1-9][0-9]{0,8}" + UNIT))
                        .map(linger -> linger.substring(0, linger.length() - UNIT.length())));
    }

    /**
     * Settings by which messages that waited for the broker would be sent earlier, in the words of the options.
     *
     * @param perSecond messages due; 0 without a schedule. If the limit allows as many in flight as are due in a second, a higher
     *     one would not help.
     */
    public String advice(double perSecond) {
        if (perSecond == 0) {
            return more();
        }
        return oneAtATime.isEmpty() && maxPending * producers >= perSecond
                ? String.format(
                        Locale.ROOT,
                        "lower --rate, or raise --duration if the broker stood still once: %,d may be in flight already, those of"
                                + " a second or more",
                        maxPending * producers)
                : more() + ", or lower --rate";
    }

    /** Settings that allow more messages in flight or shorten their time in flight. */
    private String more() {
        String more;
        if (oneAtATime.isPresent()) {
            more = "raise --producers: each has one " + oneAtATime.get() + " at a time";
        } else if (maxPending > 0) {
            more = "raise --max-pending (" + maxPending + ")";
        } else {
            more = "allow the client library more in flight by --driver-property";
        }
        return more + lingerMs.map(ms -> " or lower linger.ms (" + ms + ")").orElse("");
    }
}
