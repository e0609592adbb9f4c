package dev.dyno.broker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How to run one broker: the content of {@code recipes/<name>/recipe.yaml}. Texts may hold placeholders: {@code ${knob}},
 * and what the launcher provides, see {@link Placeholders}.
 *
 * @param name the folder's name
 * @param description one line for the help
 * @param version the default version, which is the bundled one
 * @param jars the folder of the broker's jars, relative to the dyno home
 * @param mainClass what to run; it must obey the contract of {@link BrokerLauncher}
 * @param jvmFlags flags of the broker's JVM
 * @param arguments of the main class
 * @param templates configuration files, copied into the data folder with their placeholders filled in
 * @param knobs by name, in the order of the file
 * @param urls by driver name
 * @param readyWithin the time that a start may take
 * @param folder where the recipe was read from
 */
public record Recipe(
        String name,
        String description,
        String version,
        Path jars,
        String mainClass,
        List<String> jvmFlags,
        List<String> arguments,
        List<String> templates,
        Map<String, Knob> knobs,
        Map<String, String> urls,
        Duration readyWithin,
        Path folder) {

    public Recipe {
        jvmFlags = List.copyOf(jvmFlags);
        arguments = List.copyOf(arguments);
        templates = List.copyOf(templates);
    }
}
