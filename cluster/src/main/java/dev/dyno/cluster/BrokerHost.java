package dev.dyno.cluster;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.HostPort;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The broker that a worker runs for its coordinator, one at a time. Recipes, versions and programs are those of the worker's
 * machine. JVM flags cannot be given; knobs that hold JVM flags or a program, and a recipe for any container image, are refused:
 * a coordinator must not choose the programs of the machine.
 *
 * <p>Assumptions and guarantees: usable from any thread; {@link #close} waits for a start in progress.
 */
final class BrokerHost implements AutoCloseable {

    private final BrokerLauncher launcher;
    private final Consumer<String> console;

    /** Running broker; null without one. Guarded by this. */
    private @Nullable ManagedBroker broker;

    /** Whether no further broker may be started. Guarded by this. */
    private boolean closed;

    /** @param console receives lines for users about the actions */
    BrokerHost(BrokerLauncher launcher, Consumer<String> console) {
        this.launcher = launcher;
        this.console = console;
    }

    /**
     * Starts a broker, after stopping the previous one.
     *
     * @param coordinator address of the coordinator; the broker listens at the address from which this machine reaches it
     */
    synchronized WorkerBroker start(Command.StartBroker asked, HostPort coordinator) throws GroupException {
        if (closed) {
            throw new GroupException("The worker ends.");
        }
        stop();
        try {
            BrokerSpec spec = new BrokerSpec(
                    asked.recipe(),
                    asked.version(),
                    asked.knobs(),
                    asked.heap(),
                    addressTowards(coordinator),
                    0,
                    Optional.empty(),
                    List.of());
            List<String> flags = launcher.flagsOf(spec);
            if (!flags.isEmpty()) {
                throw new GroupException("broker " + spec.recipe() + ": " + String.join(", ", flags)
                        + " may name programs to be run, which a worker does not accept; leave it out.");
            }
            List<String> problems = launcher.check(spec);
            if (!problems.isEmpty()) {
                throw new GroupException(String.join(" ", problems));
            }
            console.accept("Starts the broker " + spec.recipe() + " at " + spec.host() + ".");
            ManagedBroker started = launcher.start(spec);
            broker = started;
            return new WorkerBroker(started.name(), started.version(), started.pid(), started.urls(), started.facts());
        } catch (BrokerException | IOException e) {
            throw new GroupException(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GroupException("The start of the broker was interrupted.", e);
        }
    }

    /** Address from which this machine reaches another one. Connecting a datagram socket shows it; nothing is sent. */
    private static String addressTowards(HostPort there) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(there.host(), there.port()));
            return socket.getLocalAddress().getHostAddress();
        }
    }

    synchronized Optional<ManagedBroker> broker() {
        return Optional.ofNullable(broker);
    }

    synchronized void stop() throws GroupException {
        ManagedBroker running = broker;
        broker = null;
        if (running != null) {
            try {
                running.close();
                console.accept("The broker " + running.name() + " has ended.");
            } catch (BrokerException e) {
                throw new GroupException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    /** Stops the broker, and refuses further ones. */
    @Override
    public synchronized void close() {
        closed = true;
        try {
            stop();
        } catch (GroupException e) {
            console.accept(String.valueOf(e.getMessage()));
        }
    }
}
