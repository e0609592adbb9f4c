package dev.dyno.model.workload;

import dev.dyno.driver.Destination;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Names of destinations that no other run has.
 *
 * @param suffix behind each name
 */
public record FreshNames(String suffix) {

    /** Placeholder for the suffix in the properties of a driver. */
    public static final String PLACE = "${run}";

    private static final int BYTES = 5;

    /** Names for a run, equal in all its workers, because they are made from its id. */
    public static FreshNames of(long runId) {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(runId).array();
        byte[] some = new byte[BYTES];
        System.arraycopy(bytes, 0, some, 0, BYTES);
        return new FreshNames(Base64.getUrlEncoder().withoutPadding().encodeToString(some));
    }

    public Workload in(Workload workload) {
        return workload.with(
                group -> group.with(parts -> parts.destinations = fresh(group.destinations())),
                group -> group.with(parts -> {
                    parts.destinations = fresh(group.destinations());
                    parts.replyTo =
                            group.replyTo().map(queue -> fresh(List.of(queue)).get(0));
                }));
    }

    private List<Destination> fresh(List<Destination> destinations) {
        return destinations.stream()
                .map(destination -> new Destination(destination.kind(), destination.name() + "-" + suffix))
                .toList();
    }

    /** The target with the suffix filled in where its properties have the placeholder. */
    public Target in(Target target) {
        Map<String, String> properties = new LinkedHashMap<>(target.properties());
        properties.replaceAll((name, value) -> value.replace(PLACE, suffix));
        return new Target(target.driver(), target.url(), target.credentials(), target.clientIdPrefix(), properties);
    }
}
