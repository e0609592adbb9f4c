package dev.dyno.driver.tck;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Driver;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** The {@code driver.properties} that a module ships: the class of the driver, and the properties that the tool gives it. */
public final class DriverFolder {

    private static final Set<String> OF_THE_TOOL = Set.of(
            "class",
            "description",
            "defaultUrl",
            "schemes",
            "libraryOf",
            "partitions",
            "advertised",
            "filesPerConnection");

    private final Map<String, String> properties = new HashMap<>();
    private final String className;

    private DriverFolder(Path file) {
        Properties all = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            all.load(reader);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        className = all.getProperty("class", "");
        for (String name : all.stringPropertyNames()) {
            if (!OF_THE_TOOL.contains(name)) {
                properties.put(name, all.getProperty(name));
            }
        }
    }

    /** Folder of the module whose tests are running. */
    public static DriverFolder ofThisModule() {
        return of(Path.of("src", "main", "driver"));
    }

    /** @param folder a folder with a {@code driver.properties} */
    public static DriverFolder of(Path folder) {
        return new DriverFolder(folder.resolve("driver.properties"));
    }

    public Driver driver() {
        try {
            return Class.forName(className)
                    .asSubclass(Driver.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Specification for opening the driver, on the JDK's clock; {@code overlay} overrides properties of the folder. */
    public ClientSpec spec(String url, Optional<Credentials> credentials, Map<String, String> overlay) {
        Map<String, String> merged = new HashMap<>(properties);
        merged.putAll(overlay);
        return new ClientSpec(url, credentials, merged, new JdkTime());
    }

    /** Specification without credentials, on the JDK's clock, with no other properties than those of the folder. */
    public ClientSpec spec(String url) {
        return spec(url, Optional.empty(), Map.of());
    }
}
