package dev.dyno.cli;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.engine.record.Faultable;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.BrokerLife;
import dev.dyno.model.workload.Target;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The broker that a command has started for itself, or none: {@link #awaitUrls} waits for it. Without more, there is none. */
interface StartedBroker extends AutoCloseable {

    /** None. */
    StartedBroker NONE = new StartedBroker() {};

    /**
     * Starts the broker that is wanted, if one is: here, or on the worker that is to have it.
     *
     * @param workforce the workers that make the load, if it is not this process: a broker of this machine listens where they reach
     *     it
     */
    static StartedBroker start(Optional<BrokerSpec> wanted, Optional<Workforce> workforce, Home home, PrintWriter err) {
        if (wanted.isEmpty()) {
            return NONE;
        }
        BrokerSpec spec = wanted.get();
        if (workforce.isPresent() && workforce.get().hasBroker()) {
            return new BrokerOnWorker(workforce.get(), spec);
        }
        String host = workforce.map(Workforce::brokerHost).orElse(BrokerSpec.LOOPBACK);
        return new BrokerHere(spec.withHost(host), home, err);
    }

    /** Waits until the broker is ready; its URLs by driver. */
    default Map<String, String> awaitUrls() throws CannotRun {
        return Map.of();
    }

    /** Ends the wait for a broker that is not ready yet; from any thread. It ends then, or with this process. */
    default void cancel() {}

    /**
     * Refuses a target that has no URL, because the broker does not speak its driver's protocol.
     *
     * @param urls of the broker, by driver
     */
    default void requireUrl(Target target, Map<String, String> urls) throws CannotRun {
        if (name().isPresent() && target.url().isEmpty()) {
            throw new CannotRun("broker " + name().get() + ": driver " + target.driver()
                    + " does not reach it; must be one of " + String.join(", ", urls.keySet()) + ".");
        }
    }

    /** Empty until it is ready. */
    default Optional<String> name() {
        return Optional.empty();
    }

    /** What the broker says that it runs with, for the semantics card. */
    default Map<String, String> facts() {
        return Map.of();
    }

    /** Name, version, and where it runs, for people. */
    default Optional<String> describe() {
        return Optional.empty();
    }

    /** Name and version. */
    default String title() {
        return "";
    }

    /** Its process, if that is on this machine. */
    default Optional<Long> pid() {
        return Optional.empty();
    }

    /** Its lives, one after the other, if they are on this machine. */
    default Optional<Supplier<BrokerLife>> lives() {
        return Optional.empty();
    }

    /** What faults can be done to; fails all of them if there is none. */
    default Faultable faultable() {
        return Faultable.NONE;
    }

    /** Completes if it ends without having been asked to; empty if somebody else tells. */
    default Optional<CompletableFuture<BrokerDeath>> death() {
        return Optional.empty();
    }

    @Override
    default void close() throws CannotRun {}
}
