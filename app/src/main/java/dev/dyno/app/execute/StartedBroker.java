package dev.dyno.app.execute;

import dev.dyno.app.plan.Home;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.Recipes;
import dev.dyno.engine.record.Faultable;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.BrokerLife;
import dev.dyno.model.workload.Target;
import dev.dyno.report.console.Screen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Broker that a command has started for itself, or none. {@link #awaitUrls} waits for it. The default methods apply if there is
 * no broker.
 */
public interface StartedBroker extends AutoCloseable {

    StartedBroker NONE = new StartedBroker() {};

    /**
     * Begins to start the wanted broker, if any: here, or only at {@link #awaitUrls} on the worker chosen for it.
     *
     * @param disturbed whether the load has faults of the network
     * @param workers that make the load instead of this process: a broker of this machine listens where they reach it
     * @param screen shows the steps of its start
     */
    static StartedBroker start(
            Optional<BrokerSpec> wanted, boolean disturbed, Optional<WorkerPool> workers, Home home, Screen screen) {
        if (wanted.isEmpty()) {
            return NONE;
        }
        BrokerSpec spec = wanted.get();
        if (workers.isPresent() && workers.get().hasBroker()) {
            return new BrokerOnWorker(workers.get(), spec);
        }
        BrokerSpec here = spec.withHost(workers.map(WorkerPool::brokerHost).orElse(BrokerSpec.LOOPBACK));
        // A broker that advertises an address sends its clients there, so the proxy must exist before the broker.
        boolean isBehind = disturbed && Recipes.in(home.path()).isAdvertising(here);
        Optional<NetworkPath> path = isBehind ? Optional.of(new NetworkPath()) : Optional.empty();
        return new BrokerHere(here, home, screen, path, UnaryOperator.identity());
    }

    /** Waits until the broker is ready; returns its URLs by driver. */
    default Map<String, String> awaitUrls() throws CannotRun {
        return Map.of();
    }

    /** Ends the wait for a broker of this machine that is not ready; any thread. The broker ends then, or with this process. */
    default void cancel() {}

    /**
     * Refuses a target without a URL, because the broker does not speak its driver's protocol.
     *
     * @param urls of the broker, by driver
     */
    default void requireUrl(Target target, Map<String, String> urls) throws CannotRun {
        if (ready().isPresent() && target.url().isEmpty()) {
            throw new CannotRun("broker " + ready().get().name() + ": driver " + target.driver()
                    + " does not reach it; must be one of " + String.join(", ", urls.keySet()) + ".");
        }
    }

    /**
     * A broker that is ready.
     *
     * @param place for users, behind its title
     * @param facts that it reports itself, for the semantics card
     */
    record Ready(String name, String version, String place, Map<String, String> facts) {

        String title() {
            return name + " " + version;
        }
    }

    /** The broker; empty until it is ready. */
    default Optional<Ready> ready() {
        return Optional.empty();
    }

    /** Effects of an overload on the broker since the last call, as far as its log shows them. */
    default List<String> overloadSigns() {
        return List.of();
    }

    /** Id of the broker's process, if that is on this machine. */
    default Optional<Long> pid() {
        return Optional.empty();
    }

    /** Supplies the broker's present process and its start, if it runs on this machine. */
    default Optional<Supplier<BrokerLife>> lives() {
        return Optional.empty();
    }

    /** Path to the broker for faults of the network, if it had to exist before the broker. */
    default Optional<NetworkPath> path() {
        return Optional.empty();
    }

    /** Executes faults on a broker of this machine; without one, each fault fails. */
    default Faultable faultable() {
        return Faultable.NONE;
    }

    /** Completes if the broker ends without having been asked to; empty if there is none yet, or if its worker reports that. */
    default Optional<CompletableFuture<BrokerDeath>> death() {
        return Optional.empty();
    }

    @Override
    default void close() throws CannotRun {}
}
