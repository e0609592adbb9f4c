package dev.dyno.broker;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A running broker that the tool started. It ends with {@link #close}, or by itself when the tool dies in whatever way.
 *
 * <p>Assumptions and guarantees: any thread may call anything at any time, also after the broker's end. Hold on to the object: a
 * broker nobody refers to any more may end.
 */
public final class ManagedBroker implements AutoCloseable {

    private final String name;
    private final String version;
    private final int port;
    private final Map<String, String> urls;
    private final Map<String, String> facts;
    private final BrokerProcess process;

    private ManagedBroker(
            String name,
            String version,
            int port,
            Map<String, String> urls,
            Map<String, String> facts,
            BrokerProcess process) {
        this.name = name;
        this.version = version;
        this.port = port;
        this.urls = Collections.unmodifiableMap(urls);
        this.facts = Collections.unmodifiableMap(facts);
        this.process = process;
    }

    /** @param answer what the broker said with READY */
    static ManagedBroker of(LaunchPlan plan, BrokerProcess process, Map<String, String> answer) throws BrokerException {
        String port = answer.getOrDefault("port", "");
        if (!port.matches("[1-9][0-9]{0,4}")) {
            throw new BrokerException(
                    "broker " + plan.recipe().name() + ": it is ready, but does not say on which port.");
        }
        String version = answer.getOrDefault("version", plan.recipe().version());
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("broker", plan.recipe().name());
        facts.put("version", version);
        for (Knob knob : plan.recipe().knobs().values()) {
            if (!knob.secret()) {
                facts.put(knob.name(), plan.knobs().getOrDefault(knob.name(), "the broker's default"));
            }
        }
        facts.putAll(answer);
        facts.remove("port");
        if (!plan.userFlags().isEmpty()) {
            facts.put("jvm-flags", plan.userFlags());
        }
        facts.put("data-file-system", process.data().fileSystem());
        int bound = Integer.parseInt(port);
        return new ManagedBroker(plan.recipe().name(), version, bound, plan.urls(bound), facts, process);
    }

    /** The recipe's name. */
    public String name() {
        return name;
    }

    /** As the broker itself says. */
    public String version() {
        return version;
    }

    public long pid() {
        return process.process().pid();
    }

    public boolean isAlive() {
        return process.process().isAlive();
    }

    public int port() {
        return port;
    }

    /** By driver name. */
    public Map<String, String> urls() {
        return urls;
    }

    /** @throws BrokerException when the broker does not speak the driver's protocol */
    public String url(String driver) throws BrokerException {
        String url = urls.get(driver);
        if (url == null) {
            throw new BrokerException("broker " + name + ": driver " + driver + " does not reach it; must be one of "
                    + String.join(", ", urls.keySet()) + ".");
        }
        return url;
    }

    /**
     * For the semantics card: everything that is set, by knob name and as the broker itself sees it; version, JVM, and the
     * file system of its data.
     */
    public Map<String, String> facts() {
        return facts;
    }

    /** The folder of its configuration, data and log; gone after {@link #close} unless the user named it. */
    public Path data() {
        return process.data().path();
    }

    /** The last lines that the process wrote, oldest first; at most the last 200 after {@link #close}. */
    public List<String> lastLogLines(int lines) {
        return process.lastLogLines(lines);
    }

    /** Completes with the exit status when the process ends, for whatever reason. */
    public CompletableFuture<Integer> onExit() {
        return process.onExit();
    }

    /**
     * Stops the broker: SIGTERM, 10 s of grace, SIGKILL; then deletes its data. Does nothing the second time. An interrupt cuts
     * the grace short.
     *
     * @throws BrokerException when the process or its data is still there afterwards
     */
    @Override
    public void close() throws BrokerException {
        process.end();
    }
}
