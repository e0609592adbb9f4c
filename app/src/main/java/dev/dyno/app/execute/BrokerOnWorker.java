package dev.dyno.app.execute;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.cluster.WorkerBroker;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Broker on the machine of a worker. The worker reads its resources, and reports if the broker ends by itself. */
final class BrokerOnWorker implements StartedBroker {

    private final WorkerPool workers;
    private final BrokerSpec spec;
    private @Nullable WorkerBroker broker;

    BrokerOnWorker(WorkerPool workers, BrokerSpec spec) {
        this.workers = workers;
        this.spec = spec;
    }

    /** Starts the broker, if it does not run yet; its worker must have joined. */
    @Override
    public Map<String, String> awaitUrls() throws CannotRun {
        WorkerBroker running = broker;
        if (running == null) {
            running = workers.startBroker(spec);
            broker = running;
        }
        return running.urls();
    }

    @Override
    public Optional<Ready> ready() {
        return Optional.ofNullable(broker)
                .map(running -> new Ready(
                        running.name(),
                        running.version(),
                        " on worker " + workers.workerOfBroker().name() + ", process " + running.pid(),
                        running.facts()));
    }

    @Override
    public void close() throws CannotRun {
        if (broker != null) {
            broker = null;
            workers.stopBroker();
        }
    }
}
