package dev.dyno.app.execute;

import dev.dyno.app.plan.Home;
import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.driver.DriverException;
import dev.dyno.engine.record.Faultable;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.BrokerLife;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.workload.Fault.OnBroker;
import dev.dyno.report.console.Screen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Broker on this machine. It starts in parallel with the other preparations of the command. */
final class BrokerHere implements StartedBroker {

    private final CompletableFuture<ManagedBroker> starting;
    private final UnaryOperator<Map<String, String>> onUrls;
    private final Screen screen;
    private final Optional<NetworkPath> path;
    private @Nullable ManagedBroker broker;
    private Optional<CompletableFuture<BrokerDeath>> death = Optional.empty();

    /**
     * Begins to start the broker. Clients use its URLs, by driver, as changed by {@code onUrls}.
     *
     * @param path proxies in front of the broker, closed with it
     */
    BrokerHere(
            BrokerSpec spec,
            Home home,
            Screen screen,
            Optional<NetworkPath> path,
            UnaryOperator<Map<String, String>> onUrls) {
        this.onUrls = onUrls;
        this.screen = screen;
        this.path = path;
        starting = new BrokerLauncher(home.path(), screen::step)
                .startAsync(path.map(way -> way.before(spec)).orElse(spec));
    }

    @Override
    public Map<String, String> awaitUrls() throws CannotRun {
        try {
            ManagedBroker ready = starting.get();
            broker = ready;
            return onUrls.apply(ready.urls());
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CannotRun(String.valueOf(cause.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotRun("the start of the broker was interrupted");
        } finally {
            // Removes the steps of the start from a terminal.
            screen.print(List.of());
        }
    }

    @Override
    public void cancel() {
        starting.completeExceptionally(new CannotRun("stopped before the broker was ready"));
    }

    @Override
    public Optional<Ready> ready() {
        return Optional.ofNullable(broker)
                .map(running ->
                        new Ready(running.name(), running.version(), ", process " + running.pid(), running.facts()));
    }

    @Override
    public List<String> overloadSigns() {
        return broker == null ? List.of() : broker.overloadSigns();
    }

    @Override
    public Optional<Long> pid() {
        return Optional.ofNullable(broker).map(ManagedBroker::pid);
    }

    @Override
    public Optional<Supplier<BrokerLife>> lives() {
        return Optional.ofNullable(broker).map(managed -> managed::life);
    }

    @Override
    public Optional<NetworkPath> path() {
        return path;
    }

    @Override
    public Faultable faultable() {
        ManagedBroker running = broker;
        return running == null ? Faultable.NONE : action -> act(running, (OnBroker) action);
    }

    private static Optional<CommandResult> act(ManagedBroker broker, OnBroker action) throws DriverException {
        try {
            switch (action) {
                case KILL -> broker.kill();
                case STOP -> broker.stop();
                case RESTART -> broker.restart();
                case PAUSE -> broker.pause();
                case RESUME -> broker.resume();
            }
            return Optional.empty();
        } catch (BrokerException e) {
            throw new DriverException(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted", e);
        }
    }

    @Override
    public Optional<CompletableFuture<BrokerDeath>> death() {
        death = Optional.ofNullable(broker).map(ManagedBroker::onDeath);
        return death;
    }

    @Override
    public void close() throws CannotRun {
        death.ifPresent(future -> future.cancel(false));
        try {
            // A broker that is still starting would outlive the command otherwise.
            ManagedBroker started = starting.get();
            started.lackOfRoom().ifPresent(lack -> screen.say("NOTE: the broker lacks room: " + lack));
            started.close();
        } catch (ExecutionException e) {
            // The broker never started: awaitUrls has reported why.
        } catch (BrokerException e) {
            throw new CannotRun(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            path.ifPresent(NetworkPath::close);
        }
    }
}
