package dev.dyno.engine.record;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.AckWindow;
import dev.dyno.driver.Client;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The clients of producers and of consumers; one client for both if they have one target.
 *
 * <p>Assumptions and guarantees: one thread at a time; usable after {@link #open}.
 */
public final class Clients {

    private final RunPlan plan;
    private final List<Client> open = new ArrayList<>();

    public Clients(RunPlan plan) {
        this.plan = plan;
    }

    /**
     * Makes the clients.
     *
     * @throws DriverException if a target's driver is not installed, or refuses the target's settings
     */
    public void open(Drivers drivers, TimeSource time) throws DriverException {
        open.add(drivers.open(plan.producerTarget(), time));
        if (!isOne()) {
            open.add(drivers.open(plan.consumerTarget(), time));
        }
    }

    /** Whether producers and consumers have the same client. */
    public boolean isOne() {
        return plan.consumerTarget().equals(plan.producerTarget());
    }

    public Client forProducers() {
        return open.get(0);
    }

    public Client forConsumers() {
        return open.get(isOne() ? 0 : 1);
    }

    /** Refuses a workload that the drivers do not support, and creates the destinations. */
    public void prepare() throws DriverException {
        Workload workload = plan.workload();
        Set<String> lacking = new LinkedHashSet<>();
        workload.producers()
                .forEach(g -> lacking.addAll(forProducers().capabilities().lacking(EndpointSpecs.needs(g))));
        Target lacks = lacking.isEmpty() ? plan.consumerTarget() : plan.producerTarget();
        workload.consumers()
                .forEach(g -> lacking.addAll(forConsumers().capabilities().lacking(EndpointSpecs.needs(g))));
        lacking.addAll(forConsumers().capabilities().lacking(EndpointSpecs.needsOfReplies(workload)));
        lacking.addAll(lackedByConsumers(workload));
        refuse(lacks, lacking);
        for (ConsumerGroup group : workload.consumers()) {
            for (Destination destination : group.destinations()) {
                refuseStarving(group, destination);
            }
        }
        forProducers()
                .prepare(workload.producers().stream()
                        .flatMap(g -> g.destinations().stream())
                        .distinct()
                        .toList());
        forConsumers()
                .prepare(workload.consumers().stream()
                        .flatMap(g -> g.destinations().stream())
                        .distinct()
                        .toList());
        // Asked again, because some drivers know the broker only once they have prepared its destinations.
        refuse(plan.consumerTarget(), lackedByConsumers(workload));
    }

    private Set<String> lackedByConsumers(Workload workload) {
        Set<String> lacking = new LinkedHashSet<>();
        forConsumers()
                .lacksReject()
                .filter(why -> workload.consumers().stream().anyMatch(group -> group.reject() > 0))
                .ifPresent(why -> lacking.add("no rejected messages (reject) " + why));
        forConsumers()
                .lacksDelivery()
                .filter(why -> workload.consumers().stream().anyMatch(group -> group.thinkAtOnce() > 1))
                .ifPresent(why -> lacking.add("no messages worked on at once (think-at-once) " + why));
        return lacking;
    }

    private static void refuse(Target target, Set<String> lacking) throws DriverException {
        if (!lacking.isEmpty()) {
            throw new DriverException("driver " + target.driver() + Outcome.NOT_OFFERED + String.join("; ", lacking));
        }
    }

    /**
     * Refuses a batch of acknowledgements, or of messages worked on at once, that is larger than the number of messages that the
     * broker sends before it waits for an acknowledgement. If consumers share it, each may wait for the end of its batch.
     */
    private void refuseStarving(ConsumerGroup group, Destination destination) throws DriverException {
        @Nullable
        AckWindow window = forConsumers()
                .ackWindow(EndpointSpecs.consumer(group, destination, destination.name()))
                .orElse(null);
        if (window == null) {
            return;
        }
        boolean asked = group.ack() == AckMode.CLIENT || group.ack() == AckMode.TRANSACTED;
        long batch = asked ? group.commitInterval() : window.batch();
        boolean together = window.shared() && (!destination.isTopic() || group.sharedSubscriptions() > 0);
        long consumers = together ? group.perSubscription() : 1;
        long needed = consumers * (batch - 1) + 1;
        long atOnce = consumers * group.thinkAtOnce();
        if (group.thinkAtOnce() > 1 && atOnce > window.messages()) {
            throw new DriverException(window.setting() + ": " + window.messages() + "; must be at least " + atOnce
                    + ", the messages that are worked on at once (think-at-once)");
        }
        if (needed > window.messages()) {
            throw new DriverException(window.setting() + ": " + window.messages() + "; must be at least " + needed
                    + " where "
                    + (consumers > 1 ? consumers + " consumers that share it acknowledge " : "a consumer acknowledges ")
                    + batch + " messages at a time"
                    + (asked ? " (commit-interval of the consumers)" : "")
                    + ": the broker would wait for the acknowledgement, and the consumer for messages");
        }
    }

    /** Calls that close the clients that are open. */
    public List<Runnable> closing() {
        return open.stream().<Runnable>map(client -> client::close).toList();
    }
}
