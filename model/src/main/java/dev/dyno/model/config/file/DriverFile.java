package dev.dyno.model.config.file;

import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Content of a driver file of the OpenMessaging Benchmark: a driver, an address and settings.
 *
 * @param name shown to users
 * @param driver Dyno's driver for it; empty if there are problems
 * @param url in the syntax of the driver; empty if the file has none
 * @param properties of the driver and its client library
 * @param traffic settings of messages and consumers
 * @param notes one sentence for each setting that does not apply here
 * @param problems errors; if there are any, nothing must be run
 */
public record DriverFile(
        String name,
        String driver,
        Optional<String> url,
        Map<String, String> properties,
        DriverTraffic traffic,
        List<String> notes,
        List<YamlProblem> problems) {

    /** Whether the text names a file rather than a driver. */
    public static boolean isFile(String given) {
        return given.endsWith(".yaml") || given.endsWith(".yml");
    }

    /**
     * Reads a file; never throws.
     *
     * @param ownDefaults whether values missing in the file are Dyno's defaults instead of those of that tool's driver
     */
    public static DriverFile read(Path file, boolean ownDefaults) {
        return new OmbDriver(YamlFile.read(file), ownDefaults).read();
    }

    /** Reads a text under the name of a file, see {@link #read}. */
    public static DriverFile of(String name, String text, boolean ownDefaults) {
        return new OmbDriver(YamlFile.of(name, text), ownDefaults).read();
    }
}
