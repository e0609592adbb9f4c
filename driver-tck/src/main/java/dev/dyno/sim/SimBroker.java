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
    private final String words;
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
    private boolean paused;
    private String death = "";

    private SimBroker(String name, SimScript script, String words, TimeSource time) {
        this.name = name;
        this.script = script;
        this.words = words;
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

    /** How many messages producers have handed over with each key. */
    public Map<String, Long> sentByKey() {
        return counters.sentByKey();
    }

    /**
     * The broker of that name, begun now if need be, with one client more.
     *
     * @param words settings that the client brought of its own, as they were given; they must mean those that the broker runs with,
     *     unless there are none
     */
    static SimBroker join(String name, SimScript script, String words, TimeSource time) throws DriverException {
        final String address = "sim://" + name;
        synchronized (RUNNING) {
            SimBroker broker = RUNNING.get(address);
            if (broker == null) {
                broker = new SimBroker(name, script, words, time);
                RUNNING.put(address, broker);
            } else if (!words.isEmpty() && !broker.script.equals(script)) {
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
                throw new DriverException(url() + ": connection refused, " + death);
            }
            checkAnswers();
            connections.add(connection);
            return true;
        });
    }

    /** On the loop. */
    void checkAnswers() throws DriverException {
        if (paused) {
            throw new DriverException(url() + ": no answer, the simulated broker is paused");
        }
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
            final Runnable die = () -> die("the simulated broker has died, as its setting 'die' asks for");
            if (atNs - time.nanoTime() <= 0) {
                die.run();
            } else {
                loop.at(atNs, die);
            }
            script.returnNs().ifPresent(ns -> loop.at(originNs + ns, this::revive));
        }
    }

    /**
     * Ends it as if its process were killed: connections break, sends under way fail, new connections are refused, and what
     * is not persistent is gone. Messages that consumers have not acknowledged go back to their queues. {@link #restart} begins
     * it again, with the persistent messages that it had acknowledged.
     */
    public void kill() {
        onLoop(() -> die("the simulated broker was killed"));
    }

    /** Begins it again after its end; if it runs, ends it before. */
    public void restart() {
        onLoop(() -> {
            die("the simulated broker was restarted");
            revive();
        });
    }

    /** Holds it: nothing happens, connections stay, new ones are not answered. */
    public void pause() {
        onLoop(() -> {
            paused = true;
            server.pause();
        });
    }

    /** Lets it go on: all that should have happened meanwhile happens at once, in its order. */
    public void resume() {
        onLoop(() -> {
            paused = false;
            server.resume();
        });
    }

    /** Breaks all connections; the broker goes on, also with the messages that are under way. */
    public void cutConnections() {
        onLoop(() -> breakAll("the simulated broker cut the connection"));
    }

    private void onLoop(Runnable task) {
        try {
            loop.call(() -> {
                begin();
                task.run();
                return true;
            });
        } catch (DriverException e) {
            throw new IllegalStateException(e);
        }
    }

    private void die(String why) {
        if (dead) {
            return;
        }
        dead = true;
        paused = false;
        death = why;
        server.die();
        breakAll(why);
        counters.forgotten.add(store.forgetTransient());
    }

    private void breakAll(String why) {
        // A connection that is closed because it broke takes itself out of the list.
        connections.forEach(connection -> connection.broken(url() + ": " + why));
        connections.clear();
    }

    private void revive() {
        dead = false;
        server.revive();
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

    /** What it does, as it was given. */
    String words() {
        return words.isEmpty() ? "answers at once" : words;
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
