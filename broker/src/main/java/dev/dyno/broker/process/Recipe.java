package dev.dyno.broker.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One version of one broker as data: the content of {@code recipes/<name>/recipe.yaml} for that version. Texts may hold
 * placeholders: {@code ${knob}} and the names that the launcher provides, see {@link Placeholders}.
 *
 * @param name the folder's name
 * @param description one line for the help
 * @param version the version; empty = the installed one
 * @param since versions with which the recipe changes, oldest first; older ones than the first are not supported; empty = there
 *     is only one version, or any is supported
 * @param software its program
 * @param arguments of the main class or program
 * @param environment of the process, added to the tool's own
 * @param templates configuration files, copied into the data folder with their placeholders filled in
 * @param ports names of the ports beside the main one
 * @param prepare commands before a start, see {@link Step}
 * @param companions additional processes
 * @param ready check whether it is ready; empty = its main class reports that, see {@link BrokerLauncher}
 * @param knobs by name, in the order of the file
 * @param urls by driver name, the broker's own driver first; a line may be left out by its placeholders
 * @param pages URLs for a browser, by name; a line may be left out by its placeholders
 * @param overloadSigns patterns of lines of its log, by the effect of an overload that such a line reports
 * @param readyWithin longest duration of a start
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
        Map<String, Pattern> overloadSigns,
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
        overloadSigns = Collections.unmodifiableMap(new LinkedHashMap<>(overloadSigns));
    }

    /** Whether the process is a JVM. */
    boolean isJava() {
        return !(software instanceof Software.Installed);
    }
}
