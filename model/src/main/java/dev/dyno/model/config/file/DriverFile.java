package dev.dyno.model.config.file;

import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlProblem;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a driver file of the OpenMessaging Benchmark says: a driver, an address and settings.
 *
 * @param name for people
 * @param driver the driver here that is meant; empty if there are problems
 * @param url in the syntax of the driver; empty if the file has none
 * @param properties of the driver and its client library
 * @param traffic what it says of messages and consumers
 * @param notes what does not apply here, a sentence each
 * @param problems what is wrong; then nothing must be run
 */
public record DriverFile(
        String name,
        String driver,
        Optional<String> url,
        Map<String, String> properties,
        DriverTraffic traffic,
        List<String> notes,
        List<YamlProblem> problems) {

    public DriverFile {
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        notes = List.copyOf(notes);
        problems = List.copyOf(problems);
    }

    /** Whether a file is meant rather than the name of a driver. */
    public static boolean isFile(String given) {
        return given.endsWith(".yaml") || given.endsWith(".yml");
    }

    /**
     * Reads a file; never throws.
     *
     * @param ownDefaults whether what the file does not say is as Dyno has it, and not as that tool's driver does
     */
    public static DriverFile read(Path file, boolean ownDefaults) {
        return new OmbDriver(YamlFile.read(file), ownDefaults).read();
    }

    /** As {@link #read}, of a text; the name stands for the file. */
    public static DriverFile of(String name, String text, boolean ownDefaults) {
        return new OmbDriver(YamlFile.of(name, text), ownDefaults).read();
    }
}
