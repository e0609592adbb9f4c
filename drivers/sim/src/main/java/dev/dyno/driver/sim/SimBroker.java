package dev.dyno.driver.sim;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A simulated broker in this JVM, for comparing a measurement with the truth. It starts when the first client with its name is
 * opened and ends when the last one is closed; a caller that has the object can still read its counts then. To read the counts of
 * a tool that opens and closes its own clients, keep a client of your own open in the meantime.
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

    // Used on the loop only.
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

    /** The running broker of an address. Settings in the address are ignored. */
    public static Optional<SimBroker> find(String url) {
        final int query = url.indexOf('?');
        final String address = query < 0 ? url : url.substring(0, query);
        synchronized (RUNNING) {
            return Optional.ofNullable(RUNNING.get(address));
        }
    }

    /** Counts so far. While messages are in flight, the counts are not all from the same moment. */
    public SimCounts counts() {
        return counters.snapshot();
    }

    /** Number of messages with a key that producers have handed over, by key. */
    public Map<String, Long> sentByKey() {
        return counters.sentByKey();
    }

    /**
     * Returns the broker with the given name, started if necessary, and counts one more client.
     *
     * @param words settings given for the client; they must equal those of the running broker, unless there are none
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
            loop.run(server::die);
        } catch (DriverException e) {
            // A listener of the tool blocks the loop, so that only the loop can be closed.
        }
        loop.close();
    }

    void connected(SimConnection connection) throws DriverException {
        loop.run(() -> {
            begin();
            if (dead) {
                throw new DriverException("cannot connect to " + url() + ": connection refused, " + death);
            }
            checkAnswers();
            connections.add(connection);
        });
    }

    /** Throws if the broker is paused and therefore does not answer; called on the loop. */
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
        final long originNs = script.given(ScriptReader.ORIGIN).orElse(time.nanoTime());
        server.begin(originNs);
        if (script.given(ScriptReader.DIE).isPresent()) {
            final long atNs = originNs + script.given(ScriptReader.DIE).get();
            final Runnable die = () -> die("the simulated broker has died, as its setting 'die' asks for");
            if (atNs - time.nanoTime() <= 0) {
                die.run();
            } else {
                loop.at(atNs, die);
            }
            script.given(ScriptReader.RETURN).ifPresent(ns -> loop.at(originNs + ns, this::revive));
        }
    }

    /**
     * Ends the broker as if its process were killed: connections break, sends in flight fail, new connections are refused, and
     * messages that are not persistent are lost. Persistent messages that consumers have not acknowledged go back to their
     * queues. {@link #restart} starts the broker again, with the persistent messages that it had acknowledged.
     */
    public void kill() {
        onLoop(() -> die("the simulated broker was killed"));
    }

    /** Starts the broker again; a running broker is killed first. */
    public void restart() {
        onLoop(() -> {
            die("the simulated broker was restarted");
            revive();
        });
    }

    /** Pauses the broker: it does no work, connections stay open, and new connections get no answer. */
    public void pause() {
        onLoop(() -> {
            paused = true;
            server.pause();
        });
    }

    /** Resumes the broker: the work held back during the pause is done at once, in order. */
    public void resume() {
        onLoop(() -> {
            paused = false;
            server.resume();
        });
    }

    /** Breaks all connections. Sends in flight fail; the broker itself continues, also with their messages. */
    public void cutConnections() {
        onLoop(() -> breakAll("the simulated broker cut the connection"));
    }

    private void onLoop(Runnable task) {
        try {
            loop.run(() -> {
                begin();
                task.run();
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
        // The list is copied on write: a connection that is closed because it broke removes itself meanwhile.
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

    /** Settings of the broker in words, for the semantics card. */
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
