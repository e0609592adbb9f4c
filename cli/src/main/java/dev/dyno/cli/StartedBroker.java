package dev.dyno.cli;

import dev.dyno.broker.BrokerException;
import dev.dyno.broker.BrokerLauncher;
import dev.dyno.broker.BrokerSpec;
import dev.dyno.broker.ManagedBroker;
import dev.dyno.load.Faultable;
import dev.dyno.result.BrokerDeath;
import dev.dyno.result.BrokerLife;
import dev.dyno.workload.Target;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The broker that a command has started for itself, or none. It starts beside everything else that the command prepares;
 * {@link #awaitUrls} waits for it.
 */
final class StartedBroker implements AutoCloseable {

    private final Optional<CompletableFuture<ManagedBroker>> starting;
    private @Nullable ManagedBroker broker;
    private Optional<CompletableFuture<BrokerDeath>> death = Optional.empty();

    private StartedBroker(Optional<CompletableFuture<ManagedBroker>> starting) {
        this.starting = starting;
    }

    /** Begins to start the broker of that name, if one is to be started. */
    static StartedBroker start(Optional<String> name, TargetOptions options, Home home, PrintWriter err) {
        return new StartedBroker(
                name.map(n -> new BrokerLauncher(home.path(), new FetchProgress(err)).startAsync(specOf(n, options))));
    }

    static BrokerSpec specOf(String name, TargetOptions options) {
        BrokerSpec spec = BrokerSpec.of(name).withJvmFlags(options.jvmFlags);
        for (Map.Entry<String, String> knob : options.connection.knobs.entrySet()) {
            spec = spec.withKnob(knob.getKey(), knob.getValue());
        }
        return options.connection.heap.isPresent() ? spec.withHeap(options.connection.heap.get()) : spec;
    }

    /** Waits until the broker is ready; its URLs by driver. */
    Map<String, String> awaitUrls() throws CannotRun {
        if (starting.isEmpty()) {
            return Map.of();
        }
        try {
            ManagedBroker ready = starting.get().get();
            broker = ready;
            return ready.urls();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CannotRun(String.valueOf(cause.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotRun("the start of the broker was interrupted");
        }
    }

    /** Refuses a target that has no URL, because the broker does not speak its driver's protocol. */
    void requireUrl(Target target) throws CannotRun {
        if (broker != null && target.url().isEmpty()) {
            try {
                broker.url(target.driver());
            } catch (BrokerException e) {
                throw new CannotRun(String.valueOf(e.getMessage()));
            }
        }
    }

    /** What the broker says that it runs with, for the semantics card. */
    Map<String, String> facts() {
        return broker == null ? Map.of() : broker.facts();
    }

    /** One line about it, for people. */
    Optional<String> describe() {
        return broker == null
                ? Optional.empty()
                : Optional.of("Started " + broker.name() + " " + broker.version() + ", process " + broker.pid());
    }

    /** Name and version. */
    String title() {
        return broker == null ? "" : broker.name() + " " + broker.version();
    }

    /** Its process. */
    Optional<Long> pid() {
        return Optional.ofNullable(broker).map(ManagedBroker::pid);
    }

    /** Its lives, one after the other. */
    Optional<Supplier<BrokerLife>> lives() {
        return Optional.ofNullable(broker).map(managed -> managed::life);
    }

    /** What faults can be done to; fails all of them if there is no broker. */
    Faultable faultable() {
        return broker == null ? Faultable.NONE : new BrokerFaults(broker);
    }

    /** Completes if it ends without having been asked to. */
    Optional<CompletableFuture<BrokerDeath>> death() {
        death = Optional.ofNullable(broker).map(ManagedBroker::onDeath);
        return death;
    }

    @Override
    public void close() throws CannotRun {
        if (starting.isEmpty()) {
            return;
        }
        death.ifPresent(future -> future.cancel(false));
        try {
            // One that is still starting would outlive the command otherwise.
            starting.get().get().close();
        } catch (ExecutionException e) {
            // It never started: awaitUrls has said why.
        } catch (BrokerException e) {
            throw new CannotRun(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
