package dev.dyno.app.plan;

import dev.dyno.driver.Destination;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Number of deliveries of each message of a workload. */
public final class DeliveryCount {

    private DeliveryCount() {}

    /**
     * Number of deliveries of each message. 0 if it differs between destinations, if nobody consumes, or if owed deliveries
     * cannot be counted during the load: a selector leaves some out, dead letters are received a second time, and a subscription
     * that ends with its connection misses messages until the connection is replaced.
     *
     * @param endOfQueues whether a queue ends with its last consumer; asked only if a connection may be replaced
     */
    public static int of(Workload workload, FaultPlan faults, BooleanSupplier endOfQueues) {
        boolean replaces = faults.reconnectDelay().isPresent() || workload.rotates();
        boolean queuesEnd = replaces && endOfQueues.getAsBoolean();
        if (workload.consumers().stream()
                .anyMatch(
                        group -> group.selector().isPresent() || (replaces && endsWithConnection(group, queuesEnd)))) {
            return 0;
        }
        if (ofDeadLetters(workload).isPresent()) {
            return 0;
        }
        List<Integer> counts = workload.producers().stream()
                .flatMap(group -> group.destinations().stream())
                .distinct()
                .map(destination -> of(workload, destination))
                .distinct()
                .toList();
        return counts.size() == 1 ? counts.get(0) : 0;
    }

    /** Number of deliveries of each message in seconds without a replaced connection; 0 in the other cases of {@link #of}. */
    public static int ofSeconds(Workload workload) {
        return of(workload, FaultPlan.NONE, () -> false);
    }

    /**
     * First destination that consumers receive from and no producer sends to, if other destinations have both: its messages are
     * dead letters. If no destination has both, the broker forwards the messages there.
     */
    static Optional<Destination> ofDeadLetters(Workload workload) {
        Set<Destination> sent = workload.producers().stream()
                .flatMap(group -> group.destinations().stream())
                .collect(Collectors.toSet());
        List<Destination> received = workload.consumers().stream()
                .flatMap(group -> group.destinations().stream())
                .toList();
        return received.stream()
                .filter(from -> received.stream().anyMatch(sent::contains)
                        && !sent.contains(from)
                        && workload.requestsOf(from).isEmpty())
                .findFirst();
    }

    private static boolean endsWithConnection(ConsumerGroup group, boolean queuesEnd) {
        return group.destinations().stream()
                .anyMatch(destination -> destination.isTopic() ? !group.durable() : queuesEnd);
    }

    private static int of(Workload workload, Destination destination) {
        boolean isRequest = workload.consumers().stream()
                .anyMatch(group ->
                        group.replyTo().isPresent() && group.destinations().contains(destination));
        return isRequest ? 2 : ofMessages(workload, destination);
    }

    private static int ofMessages(Workload workload, Destination destination) {
        List<ConsumerGroup> groups = workload.consumers().stream()
                .filter(group -> group.destinations().contains(destination))
                .toList();
        if (!destination.isTopic()) {
            return groups.isEmpty() ? 0 : 1;
        }
        // Groups have their shared subscriptions in common, so the highest number counts; any other consumer has one of
        // its own.
        int shared = groups.stream()
                .mapToInt(ConsumerGroup::sharedSubscriptions)
                .max()
                .orElse(0);
        return shared
                + groups.stream()
                        .filter(group -> group.sharedSubscriptions() == 0)
                        .mapToInt(ConsumerGroup::perSubscription)
                        .sum();
    }
}
