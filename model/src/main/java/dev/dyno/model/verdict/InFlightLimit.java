package dev.dyno.model.verdict;

import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.RunConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings that limit how many messages of a producer are in flight.
 *
 * @param maxPending messages in flight of each producer; 0 if there is no limit or none is known
 * @param producers number of producers that have this limit each
 * @param oneAtATime mode in which each producer has one send or one transaction at a time, regardless of {@code maxPending}
 * @param lingerMs time for which the client library collects messages before it sends them, in ms, as its driver states it
 */
record InFlightLimit(int maxPending, long producers, Optional<String> oneAtATime, Optional<String> lingerMs) {

    private static final String UNIT = " ms";

    /** Limit of a run's first group of producers; the run may be a stored one. */
    static InFlightLimit of(RunConfig config, DriverSemantics card) {
        RunConfig.Group group = config.producers().stream().findFirst().orElse(new RunConfig.Group(Map.of()));
        return new InFlightLimit(
                (int) group.number("maxPending", 0),
                Math.max(1, group.destinations().size()) * group.number("perDestination", 1),
                group.text("mode").filter(List.of("SYNC", "TRANSACTED")::contains),
                Optional.ofNullable(card.facts().get("linger"))
                        .filter(linger -> linger.matches("[1-9][0-9]{0,8}" + UNIT))
                        .map(linger -> linger.substring(0, linger.length() - UNIT.length())));
    }
}
