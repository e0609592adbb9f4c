package dev.dyno.sim;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A simulated broker that is running in this JVM, for whoever wants to compare a measurement with the truth. It begins with
 * the first client opened on its name and goes with the last one closed; its counts stay readable. To see the counts of a
 * tool that opens and closes its own clients, keep a client of your own open around it.
 *
 * <p>Assumptions and guarantees: the public methods may be called from any thread.
 */
public final class SimBroker {

    private static final Map<String, SimBroker> RUNNING = new HashMap<>();

    private final String name;
    private final SimScript script;
    private final TimeSource time;
    private final SimLoop loop;
    private final SimCounters counters = new SimCounters();
    private final SimServer server;
    private final SimStore store;
    private final List<SimConnection> connections = new CopyOnWriteArrayList<>();
    private int clients;

    // On the loop only.
    private boolean begun;
    private boolean dead;

    private SimBroker(String name, SimScript script, TimeSource time) {
        this.name = name;
        this.script = script;
        this.time = time;
        this.loop = SimLoop.on(time, name);
        this.server = new SimServer(loop, time, script, counters);
        this.store = new SimStore(loop, time, counters);
    }

    /** The broker of that address, its settings aside, if it is running. */
    public static Optional<SimBroker> find(String url) {
        final int query = url.indexOf('?');
        final String address = query < 0 ? url : url.substring(0, query);
        synchronized (RUNNING) {
            return Optional.ofNullable(RUNNING.get(address));
        }
    }

    /** What it has done so far. While messages are under way the numbers are of slightly different moments. */
    public SimCounts counts() {
        return counters.snapshot();
    }

    /**
     * The broker of that name, begun now if need be, with one client more.
     *
     * @param scripted whether the client brought settings of its own; they must be those that the broker runs with
     */
    static SimBroker join(String name, SimScript script, boolean scripted, TimeSource time) throws DriverException {
        final String address = "sim://" + name;
        synchronized (RUNNING) {
            SimBroker broker = RUNNING.get(address);
            if (broker == null) {
                broker = new SimBroker(name, script, time);
                RUNNING.put(address, broker);
            } else if (scripted && !broker.script.equals(script)) {
                throw new DriverException(
                        address + ": runs with other settings already; give the same ones, or none, or another name.");
            } else if ((time instanceof VirtualTime || broker.time instanceof VirtualTime) && time != broker.time) {
                throw new DriverException(address + ": runs on another clock already; use the same virtual time.");
            }
            broker.clients++;
            return broker;
        }
    }

    void leave() {
        synchronized (RUNNING) {
            if (--clients > 0) {
                return;
            }
            RUNNING.remove(url());
        }
        try {
            loop.call(() -> {
                server.die();
                return true;
            });
        } catch (DriverException e) {
            // A listener of the tool blocks the loop; closing it below is all that is left to do.
        }
        loop.close();
    }

    void connected(SimConnection connection) throws DriverException {
        loop.call(() -> {
            begin();
            if (dead) {
                throw new DriverException(url() + ": connection refused, " + death());
            }
            connections.add(connection);
            return true;
        });
    }

    private void begin() {
        if (begun) {
            return;
        }
        begun = true;
        final long originNs = script.originNs().orElse(time.nanoTime());
        server.begin(originNs);
        if (script.dieNs().isPresent()) {
            final long atNs = originNs + script.dieNs().getAsLong();
            if (atNs - time.nanoTime() <= 0) {
                die();
            } else {
                loop.at(atNs, this::die);
            }
        }
    }

    private void die() {
        dead = true;
        server.die();
        connections.forEach(connection -> connection.broken(url() + ": " + death()));
    }

    private String death() {
        return "the simulated broker has died, as its setting 'die' asks for";
    }

    void disconnected(SimConnection connection) {
        connections.remove(connection);
    }

    String url() {
        return "sim://" + name;
    }

    SimScript script() {
        return script;
    }

    TimeSource time() {
        return time;
    }

    SimLoop loop() {
        return loop;
    }

    SimServer server() {
        return server;
    }

    SimStore store() {
        return store;
    }
}
