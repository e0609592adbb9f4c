package dev.dyno.broker.process;

import dev.dyno.broker.log.Deaths;
import dev.dyno.model.result.BrokerDeath;
import dev.dyno.model.result.BrokerLife;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Running broker that the tool started. It ends with {@link #close}, or by itself when the tool dies for any reason.
 *
 * <p>Assumptions and guarantees: all methods from any thread, at any time, even after the broker's end. Keep a reference to the
 * object: a broker without one may end.
 */
public final class ManagedBroker implements AutoCloseable {

    private final String name;
    private final String version;
    private final int port;
    private final Map<String, String> urls;
    private final Map<String, String> pages;
    private final Map<String, String> facts;
    private final BrokerProcess process;

    private ManagedBroker(BrokerProcess process, String version, Map<String, String> facts) throws BrokerException {
        Launch launch = process.launch();
        name = launch.recipe().name();
        this.version = version;
        port = launch.ports().main();
        urls = Collections.unmodifiableMap(launch.urls());
        pages = Collections.unmodifiableMap(launch.pages());
        this.facts = Collections.unmodifiableMap(facts);
        this.process = process;
    }

    /** @param answer values of the broker's READY line; empty = it has none */
    static ManagedBroker of(BrokerProcess process, Map<String, String> answer) throws BrokerException {
        Launch launch = process.launch();
        Recipe recipe = launch.recipe();
        if (launch.ports().main() == 0) {
            throw new BrokerException(launch.plan().where() + "it is ready, but does not say on which port.");
        }
        String version =
                answer.getOrDefault("version", launch.installation().version().orElse("unknown"));
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("broker", recipe.name());
        facts.put("version", version);
        for (Knob knob : recipe.knobs().values()) {
            // The path of a file says nothing about the broker, and differs from machine to machine.
            if (!knob.secret() && knob.type() != Knob.Type.FILE) {
                facts.put(knob.name(), launch.plan().knobs().getOrDefault(knob.name(), "the broker's default"));
            }
        }
        if (recipe.isJava()) {
            facts.put("java", System.getProperty("java.version", "unknown"));
        }
        facts.putAll(answer);
        // Ports differ from start to start and have no effect on the cost of an acknowledgement.
        facts.keySet().removeAll(launch.ports().byName().keySet());
        List<String> flags = launch.plan().heapAndUserFlags();
        if (!flags.isEmpty()) {
            facts.put("jvm-flags", String.join(" ", flags));
        }
        facts.put("data-file-system", launch.data().fileSystem());
        return new ManagedBroker(process, version, facts);
    }

    public String name() {
        return name;
    }

    /** Version that the broker itself reports, or else the version of its installation, or {@code unknown}. */
    public String version() {
        return version;
    }

    /** Id of the broker's process; another one after {@link #restart}. */
    public long pid() {
        return process.pid();
    }

    /** The broker's process with its start time; another one during and after {@link #restart}. */
    public BrokerLife life() {
        return process.life();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The broker's listen address in digits. */
    public String host() {
        return process.launch().plan().address().text();
    }

    public int port() {
        return port;
    }

    /** URLs by driver name. */
    public Map<String, String> urls() {
        return urls;
    }

    /** URLs of the broker's pages for a browser, by name. */
    public Map<String, String> pages() {
        return pages;
    }

    /**
     * URL for a driver.
     *
     * @throws BrokerException when the broker does not speak the driver's protocol
     */
    public String url(String driver) throws BrokerException {
        String url = urls.get(driver);
        if (url == null) {
            throw new BrokerException("broker " + name + ": driver " + driver + " does not reach it; must be one of "
                    + String.join(", ", urls.keySet()) + ".");
        }
        return url;
    }

    /**
     * Facts for the semantics card: each knob but secrets and files, with its value or the words "the broker's default"; version,
     * JVM with its flags, the values that the broker reports, and the file system of its data.
     */
    public Map<String, String> facts() {
        return facts;
    }

    /** Folder of the broker's configuration, data and log; deleted by {@link #close} unless the user named it. */
    public Path data() {
        return process.data().path();
    }

    /** The last lines that the process wrote, oldest first; at most the last 200 after {@link #close}. */
    public List<String> lastLogLines(int lines) {
        return process.lastLogLines(lines);
    }

    /**
     * Effects of an overload on the broker, for example paging, that its recipe recognizes in lines of the log since the last
     * call.
     */
    public List<String> overloadSigns() {
        return process.overloadSigns();
    }

    /**
     * Completes with the exit status when the process ends, for any reason but {@link #kill}, {@link #stop} and {@link #restart},
     * after which it is expected to come back. Completes at the latest with {@link #close}.
     */
    public CompletableFuture<Integer> onExit() {
        return process.onExit();
    }

    /** Completes when {@link #onExit} does, with a description of the end. */
    public CompletableFuture<BrokerDeath> onDeath() {
        return onExit().thenApply(
                        status -> Deaths.describe(name, pid(), status, lastLogLines(Deaths.LINES), lackOfRoom()));
    }

    /** Sentence that the disk of the broker's data is nearly full: some brokers then take no messages, others end. Else empty. */
    public Optional<String> lackOfRoom() {
        return process.data().lackOfRoom();
    }

    /**
     * Ends the broker as a power failure would, except for data that the operating system still has to write: sends SIGKILL to
     * its process and all its descendants. Returns when it has ended. Its data stays.
     */
    public void kill() throws BrokerException {
        process.kill();
    }

    /**
     * Stops the broker in good order: SIGTERM. Returns when it has ended. Its data stays.
     *
     * @throws BrokerException when it has not ended after 60 s; it still runs then
     */
    public void stop() throws BrokerException, InterruptedException {
        process.stop();
    }

    /**
     * Starts the broker again with the same settings, data folder and ports, after stopping it if it runs. Returns when it is
     * ready.
     *
     * @throws BrokerException when it does not get ready in time, or was closed
     */
    public void restart() throws BrokerException, InterruptedException {
        process.restart();
    }

    /** Pauses the broker's processes (SIGSTOP) until {@link #resume}: its connections stay open, and it does not answer. */
    public void pause() throws BrokerException, InterruptedException {
        process.pause();
    }

    /** Resumes the processes (SIGCONT). Does nothing to a broker that was not paused. */
    public void resume() throws BrokerException, InterruptedException {
        process.resume();
    }

    /**
     * Stops the broker: SIGTERM, 1 s of grace (10 s if the user named its folder), SIGKILL; then deletes its data, unless the
     * user named the folder. Does nothing the second time. An interrupt cuts the grace short.
     *
     * @throws BrokerException when the process or its data is still there afterwards
     */
    @Override
    public void close() throws BrokerException {
        process.end();
    }
}
