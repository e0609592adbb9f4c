package dev.dyno.engine.drivers;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.LaunchListener;
import dev.dyno.broker.process.Libraries;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.setting.NearName;
import dev.dyno.driver.setting.Setting;
import dev.dyno.model.workload.Target;
import java.io.IOException;
import java.io.Reader;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Loads drivers from folders, each with a {@code driver.properties} and a {@code lib} of jars. Each driver has a class loader
 * that sees the JDK, the SPI, its own jars and those of the user, so client libraries cannot clash.
 *
 * <p>{@code driver.properties} has the driver's {@code class}, a {@code description}, a {@code defaultUrl} and the
 * comma-separated URL {@code schemes} that select it; {@code advertised=true} if its client connects to addresses that the broker
 * reports; {@code filesPerConnection} if its client library opens more than one file for each connection; {@code partitions}
 * names the driver's setting for the number of partitions; {@code libraryOf} names a driver whose {@code lib} it shares. The
 * other keys are passed to the driver; properties of the target override them. A file {@code libraries} names jars that are not
 * in {@code lib} and are fetched when the driver is first used.
 *
 * <p>Assumptions and guarantees: usable from any thread; a loaded driver is used again.
 */
public final class DriverFolders implements Drivers {

    private static final String CLASS = "class";
    private static final String DESCRIPTION = "description";
    private static final String DEFAULT_URL = "defaultUrl";
    private static final String SCHEMES = "schemes";
    private static final String LIBRARY_OF = "libraryOf";
    private static final String PARTITIONS = "partitions";
    private static final String ADVERTISED = "advertised";
    private static final String FILES = "filesPerConnection";
    private static final List<String> OF_THE_TOOL =
            List.of(CLASS, DESCRIPTION, DEFAULT_URL, SCHEMES, LIBRARY_OF, PARTITIONS, ADVERTISED, FILES);

    private final Path root;
    private final List<Path> extraJars;
    private final LaunchListener progress;
    private final Map<String, Driver> loaded = new ConcurrentHashMap<>();

    /** Finds drivers in a folder, and fetches their libraries without reporting progress. */
    public DriverFolders(Path root, List<Path> extraJars) {
        this(root, extraJars, LaunchListener.SILENT);
    }

    /**
     * @param root the folder that holds a folder per driver, beside {@code brokers/}
     * @param extraJars the user's jars, or folders of jars, added to each driver that is loaded
     * @param progress receives the progress of fetching a driver's libraries
     */
    public DriverFolders(Path root, List<Path> extraJars, LaunchListener progress) {
        this.root = root;
        this.extraJars = List.copyOf(extraJars);
        this.progress = progress;
    }

    /** The names of all drivers, sorted. */
    public List<String> names() {
        try (Stream<Path> folders = Files.list(root)) {
            return folders.filter(f -> Files.isRegularFile(f.resolve("driver.properties")))
                    .map(f -> f.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** URL of a driver that is used if the user gives none. */
    public String defaultUrl(String driver) throws DriverException {
        return properties(driver).getOrDefault(DEFAULT_URL, "");
    }

    /** Name of the driver's setting for the number of partitions of a destination; empty if it has no partitions. */
    public Optional<String> partitionsSetting(String driver) throws DriverException {
        return Optional.ofNullable(properties(driver).get(PARTITIONS));
    }

    /** Whether the driver's client connects to addresses that the broker reports, and so bypasses a proxy. */
    public boolean isAdvertised(String driver) throws DriverException {
        return Boolean.parseBoolean(properties(driver).get(ADVERTISED));
    }

    @Override
    public int filesPerConnection(String driver) throws DriverException {
        String text = properties(driver).getOrDefault(FILES, "1");
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new DriverException(
                    "driver " + driver + ": " + FILES + ": " + text + "; must be a whole number in driver.properties",
                    e);
        }
    }

    /** Driver of each URL scheme, sorted by driver. */
    public Map<String, String> schemes() throws DriverException {
        Map<String, String> drivers = new LinkedHashMap<>();
        for (String driver : names()) {
            for (String scheme : properties(driver).getOrDefault(SCHEMES, "").split(",", -1)) {
                if (!scheme.isBlank()) {
                    drivers.putIfAbsent(scheme.strip(), driver);
                }
            }
        }
        return drivers;
    }

    public String description(String driver) throws DriverException {
        return properties(driver).getOrDefault(DESCRIPTION, "");
    }

    /** Properties that a driver accepts, and the client library behind it; the folder's own values are the defaults. */
    public DriverSettings settings(String name) throws DriverException {
        Driver driver = driver(name);
        Map<String, String> preset = preset(name);
        return OwnLoaderClient.with(driver.getClass().getClassLoader(), () -> driver.settings(preset)
                .preset(preset));
    }

    @Override
    public Client open(Target target, TimeSource time) throws DriverException {
        Driver driver = driver(target.driver());
        Map<String, String> settings = preset(target.driver());
        settings.putAll(target.properties());
        ClassLoader loader = driver.getClass().getClassLoader();
        ClientSpec spec = new ClientSpec(target.url(), target.credentials(), settings, time);
        return OwnLoaderClient.of(OwnLoaderClient.with(loader, () -> driver.open(spec)), loader);
    }

    private Driver driver(String name) throws DriverException {
        Driver driver = loaded.get(name);
        if (driver == null) {
            driver = load(name, properties(name).getOrDefault(CLASS, ""));
            loaded.put(name, driver);
        }
        return driver;
    }

    /** Properties of the folder that are passed to the driver. */
    private Map<String, String> preset(String driver) throws DriverException {
        Map<String, String> preset = properties(driver);
        preset.keySet().removeAll(OF_THE_TOOL);
        return preset;
    }

    private Map<String, String> properties(String driver) throws DriverException {
        Path file = root.resolve(driver).resolve("driver.properties");
        if (!names().contains(driver)) {
            throw new DriverException("driver " + driver + " does not exist; must be one of "
                    + String.join(", ", names()) + "." + NearName.question(driver, names()));
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new DriverException("driver " + driver + ": " + file + " cannot be read: " + e.getMessage(), e);
        }
        Map<String, String> map = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> map.put(name, properties.getProperty(name)));
        return map;
    }

    /** Whether libraries of the driver are fetched when it is first used. */
    public boolean isFetched(String driver) {
        return Files.exists(libraries(driver));
    }

    /**
     * Fetches the libraries of a driver into its folder, where they stay.
     *
     * @throws DriverException with a sentence
     */
    public void fetch(String name) throws DriverException {
        properties(name);
        List<Path> jars = fetched(name);
        Path lib = root.resolve(name).resolve("lib");
        try {
            for (Path jar : jars) {
                Files.copy(jar, lib.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
            Files.deleteIfExists(libraries(name));
        } catch (IOException e) {
            throw new DriverException(
                    "driver " + name + ": " + lib + " cannot be written to: " + e
                            + ". Run dyno driver fetch as the user who installed Dyno.",
                    e);
        }
    }

    private Path libraries(String driver) {
        return root.resolve(driver).resolve("libraries");
    }

    private List<Path> fetched(String name) throws DriverException {
        if (!isFetched(name)) {
            return List.of();
        }
        try {
            return new Libraries(root.resolveSibling("."), progress)
                    .fetch("driver " + name, "libraries", Files.readAllLines(libraries(name)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("driver " + name + ": interrupted while its libraries were fetched", e);
        } catch (IOException | BrokerException e) {
            throw new DriverException(
                    e.getMessage() + " For a machine without a network, copy a Dyno in which dyno driver fetch " + name
                            + " has been run.",
                    e);
        }
    }

    private Driver load(String name, String className) throws DriverException {
        List<URL> jars = new ArrayList<>();
        try {
            addJars(
                    root.resolve(properties(name).getOrDefault(LIBRARY_OF, name))
                            .resolve("lib"),
                    jars);
            for (Path jar : fetched(name)) {
                jars.add(urlOf(jar));
            }
            for (Path extra : extraJars) {
                addJars(extra, jars);
            }
            // The class loader is never closed: the driver's classes are needed until the process ends.
            @SuppressWarnings("resource")
            ClassLoader loader = new URLClassLoader("driver-" + name, jars.toArray(URL[]::new), new SpiLoader());
            return (Driver) loader.loadClass(className).getConstructor().newInstance();
        } catch (IOException | ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw new DriverException("driver " + name + " cannot be loaded from " + jars + ": " + e, e);
        }
    }

    private static void addJars(Path place, List<URL> jars) throws IOException {
        if (Files.isDirectory(place)) {
            try (Stream<Path> files = Files.list(place)) {
                for (Path jar : files.filter(f -> f.toString().endsWith(".jar"))
                        .sorted()
                        .toList()) {
                    jars.add(urlOf(jar));
                }
            }
        } else {
            jars.add(urlOf(place));
        }
    }

    private static URL urlOf(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }

    /** Class loader that shows a driver the JDK and the SPI, and no other class of Dyno. */
    private static final class SpiLoader extends ClassLoader {

        private static final Set<String> SPI_PACKAGES =
                Set.of(Driver.class.getPackageName(), Setting.class.getPackageName());

        SpiLoader() {
            super("driver-spi", ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (SPI_PACKAGES.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))))) {
                return Class.forName(name, false, Driver.class.getClassLoader());
            }
            throw new ClassNotFoundException(name);
        }
    }
}
