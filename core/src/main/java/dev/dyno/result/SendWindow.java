package dev.dyno.result;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * Settings that limit how many messages of a producer are on their way to an acknowledgement.
 *
 * @param maxPending messages in flight of each producer; 0 if there is no limit or none is known
 * @param blocking each send or transaction waits for its answer, whatever {@code maxPending} says
 * @param lingerMs how long the client library collects messages before it sends them, in ms, as its driver states it
 */
public record SendWindow(int maxPending, boolean blocking, Optional<String> lingerMs) {

    /** Nothing is known. */
    public static final SendWindow UNKNOWN = new SendWindow(0, false, Optional.empty());

    private static final String UNIT = " ms";

    /** @param facts of a {@link SemanticsCard} */
    public static SendWindow of(int maxPending, boolean blocking, Map<String, String> facts) {
        return new SendWindow(
                maxPending,
                blocking,
                Optional.ofNullable(facts.get("linger"))
                        .filter(linger -> linger.matches("[1-9][0-9]{0,8}" + UNIT))
                        .map(linger -> linger.substring(0, linger.length() - UNIT.length())));
    }

    /** The window of a run, also of a stored one: of its first group of producers. */
    public static SendWindow of(Map<String, Object> config, SemanticsCard card) {
        if (config.get("producers") instanceof Collection<?> groups
                && groups.stream().findFirst().orElse(null) instanceof Map<?, ?> group) {
            int maxPending = group.get("maxPending") instanceof Number number ? number.intValue() : 0;
            boolean blocking = group.get("mode") != null && !"ASYNC".equals(String.valueOf(group.get("mode")));
            return of(maxPending, blocking, card.facts());
        }
        return of(0, false, card.facts());
    }

    /** Settings that allow more messages in flight or shorten their way, in the words of the options. */
    public String advice() {
        String more;
        if (blocking) {
            more = "raise --producers: with --sync or --tx each has one send or transaction at a time";
        } else if (maxPending > 0) {
            more = "raise --max-pending (" + maxPending + ")";
        } else {
            more = "allow the client library more in flight by --driver-property";
        }
        return more + lingerMs.map(ms -> " or lower linger.ms (" + ms + ")").orElse("");
    }
}
