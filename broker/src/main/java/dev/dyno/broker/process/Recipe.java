package dev.dyno.broker.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to run one version of one broker: the content of {@code recipes/<name>/recipe.yaml}, with what it says of that version.
 * Texts may hold placeholders: {@code ${knob}}, and what the launcher provides, see {@link Placeholders}.
 *
 * @param name the folder's name
 * @param description one line for the help
 * @param version the version that this is for; empty = the one that is installed
 * @param since the versions from which on something differs, oldest first; none is older than the first of them; empty = there
 *     is no choice, or no limit
 * @param software what runs
 * @param arguments of the main class or program
 * @param environment of the process, added to the tool's own
 * @param templates configuration files, copied into the data folder with their placeholders filled in
 * @param ports names of the ports that the broker needs beside the one it is known by
 * @param prepare what is run before a start, see {@link Step}
 * @param companions processes that the broker needs beside its own
 * @param ready how it is found out that it serves; empty = its main class says so, see {@link BrokerLauncher}
 * @param knobs by name, in the order of the file
 * @param urls by driver name, the broker's own driver first; a line may be left out by its placeholders
 * @param pages what a browser can look at, URLs by name; a line may be left out by its placeholders
 * @param readyWithin the time that a start may take
 * @param folder where the recipe was read from
 */
public record Recipe(
        String name,
        String description,
        Optional<String> version,
        List<String> since,
        Software software,
        List<String> arguments,
        Map<String, String> environment,
        List<String> templates,
        List<String> ports,
        List<Step> prepare,
        List<Companion> companions,
        Optional<Readiness> ready,
        Map<String, Knob> knobs,
        Map<String, String> urls,
        Map<String, String> pages,
        Duration readyWithin,
        Path folder) {

    public Recipe {
        since = List.copyOf(since);
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        templates = List.copyOf(templates);
        ports = List.copyOf(ports);
        prepare = List.copyOf(prepare);
        companions = List.copyOf(companions);
        knobs = Collections.unmodifiableMap(new LinkedHashMap<>(knobs));
        urls = Collections.unmodifiableMap(new LinkedHashMap<>(urls));
        pages = Collections.unmodifiableMap(new LinkedHashMap<>(pages));
    }

    /** Whether the process is a JVM. */
    boolean isJava() {
        return !(software instanceof Software.Installed);
    }
}
