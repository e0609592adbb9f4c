package dev.dyno.model.result;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings that limit how many messages of a producer are in flight.
 *
 * @param maxPending messages in flight of each producer; 0 if there is no limit or none is known
 * @param producers number of producers with that limit each
 * @param oneAtATime mode in which each producer has one send or one transaction at a time, regardless of {@code maxPending}
 * @param lingerMs time for which the client library collects messages before it sends them, in ms, as its driver states it
 */
public record InFlightLimit(int maxPending, long producers, Optional<String> oneAtATime, Optional<String> lingerMs) {

    private static final String UNIT = " ms";

    private static final List<String> ONE_AT_A_TIME = List.of("SYNC", "TRANSACTED");

    /** Limit of a run, also of a stored one, from its first group of producers. */
    public static InFlightLimit of(Map<String, Object> config, DriverSemantics card) {
        Map<?, ?> group = config.get("producers") instanceof Collection<?> groups
                        && groups.stream().findFirst().orElse(null) instanceof Map<?, ?> first
                ? first
                : Map.of();
        int destinations = group.get("destinations") instanceof Collection<?> names ? names.size() : 1;
        return new InFlightLimit(
                (int) number(group, "maxPending", 0),
                destinations * number(group, "perDestination", 1),
                Optional.of(String.valueOf(group.get("mode"))).filter(ONE_AT_A_TIME::contains),
                Optional.ofNullable(card.facts().get("linger"))
                        .filter(linger -> linger.matches("[1-9][0-9]{0,8}" + UNIT))
                        .map(linger -> linger.substring(0, linger.length() - UNIT.length())));
    }

    private static long number(Map<?, ?> group, String name, long otherwise) {
        return group.get(name) instanceof Number number ? number.longValue() : otherwise;
    }
}
