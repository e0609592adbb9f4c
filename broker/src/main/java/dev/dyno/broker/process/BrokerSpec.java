package dev.dyno.broker.process;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The wanted broker and its settings. Checked against its recipe by {@link BrokerLauncher#start}.
 *
 * @param recipe name of the recipe
 * @param version empty = the recipe's default
 * @param knobs values by name, as the user wrote them
 * @param heap size of the JVM's heap such as {@code 2g}, from the start; empty = the JVM's default
 * @param host listen address: an IPv4 address of this machine or its name
 * @param port main port; 0 = a free one
 * @param dataDir a folder to keep: empty, new, or used by the same broker before; empty = a private temporary one, which is
 *     deleted
 * @param jvmFlags flags after those of the recipe, so that they win
 */
public record BrokerSpec(
        String recipe,
        Optional<String> version,
        Map<String, String> knobs,
        Optional<String> heap,
        String host,
        int port,
        Optional<Path> dataDir,
        List<String> jvmFlags) {

    /** Default listen address: for this machine only. */
    public static final String LOOPBACK = "127.0.0.1";

    public BrokerSpec {
        knobs = Collections.unmodifiableMap(new LinkedHashMap<>(knobs));
        jvmFlags = List.copyOf(jvmFlags);
    }

    /** @param nameAndVersion {@code artemis}, {@code artemis:2.55.0}, or {@code artemis:/opt/apache-artemis}, a folder with its jars */
    public static BrokerSpec of(String nameAndVersion) {
        int colon = nameAndVersion.indexOf(':');
        String name = colon < 0 ? nameAndVersion : nameAndVersion.substring(0, colon);
        Optional<String> version = colon < 0 ? Optional.empty() : Optional.of(nameAndVersion.substring(colon + 1));
        return new BrokerSpec(name, version, Map.of(), Optional.empty(), LOOPBACK, 0, Optional.empty(), List.of());
    }

    public BrokerSpec withKnob(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(knobs);
        more.put(name, value);
        return withKnobs(more);
    }

    BrokerSpec withKnobs(Map<String, String> all) {
        return new BrokerSpec(recipe, version, all, heap, host, port, dataDir, jvmFlags);
    }

    public BrokerSpec withHeap(String size) {
        return new BrokerSpec(recipe, version, knobs, Optional.of(size), host, port, dataDir, jvmFlags);
    }

    public BrokerSpec withHost(String address) {
        return new BrokerSpec(recipe, version, knobs, heap, address, port, dataDir, jvmFlags);
    }

    public BrokerSpec withPort(int wanted) {
        return new BrokerSpec(recipe, version, knobs, heap, host, wanted, dataDir, jvmFlags);
    }

    public BrokerSpec withDataDir(Path folder) {
        return new BrokerSpec(recipe, version, knobs, heap, host, port, Optional.of(folder), jvmFlags);
    }

    public BrokerSpec withJvmFlags(List<String> flags) {
        return new BrokerSpec(recipe, version, knobs, heap, host, port, dataDir, flags);
    }
}
