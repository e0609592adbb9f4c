package dev.dyno.app.plan;

import static dev.dyno.model.config.TargetSettings.BROKER;
import static dev.dyno.model.config.TargetSettings.CLIENT_ID;
import static dev.dyno.model.config.TargetSettings.CONNECTION_FACTORY;
import static dev.dyno.model.config.TargetSettings.CONSUMER_DRIVER;
import static dev.dyno.model.config.TargetSettings.CONSUMER_DRIVER_PROPERTIES;
import static dev.dyno.model.config.TargetSettings.CONSUMER_PROTOCOL;
import static dev.dyno.model.config.TargetSettings.CONSUMER_URL;
import static dev.dyno.model.config.TargetSettings.DRIVER;
import static dev.dyno.model.config.TargetSettings.DRIVER_PROPERTIES;
import static dev.dyno.model.config.TargetSettings.HEAP;
import static dev.dyno.model.config.TargetSettings.JNDI;
import static dev.dyno.model.config.TargetSettings.JVM;
import static dev.dyno.model.config.TargetSettings.KNOBS;
import static dev.dyno.model.config.TargetSettings.PASSWORD;
import static dev.dyno.model.config.TargetSettings.PASSWORD_FILE;
import static dev.dyno.model.config.TargetSettings.PROTOCOL;
import static dev.dyno.model.config.TargetSettings.URL;
import static dev.dyno.model.config.TargetSettings.USER;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.Recipes;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.LoadSetting;
import dev.dyno.model.config.Reading;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.config.file.DriverFile;
import dev.dyno.model.config.file.DriverTraffic;
import dev.dyno.model.workload.Target;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the targets of producers and consumers from the settings.
 *
 * @param partitions of each destination in the workload; empty = the broker's default
 */
public record TargetReader(
        Reading in, DriverFolders drivers, Problems problems, Optional<DriverFile> file, Optional<Integer> partitions) {

    private static final Map<String, String> PROTOCOLS = Map.of("CORE", "artemis", "AMQP", "amqp");

    /** Scheme and rest of a URL; matches also (tcp://…,tcp://…) and failover:(amqp://…), the lists of client libraries. */
    static final Pattern URL_PARTS = Pattern.compile("\\(?([A-Za-z][A-Za-z0-9+.-]*):(.*)");

    /** A copy with a number of partitions, for drivers that have a setting for it. */
    TargetReader withPartitions(int number) {
        return new TargetReader(in, drivers, new Problems(), file, Optional.of(number));
    }

    /** Number of files for each connection, by the drivers of producers and of consumers; only after {@link #check}. */
    List<Integer> filesPerConnection(Path home) {
        return driversOfBothSides(home).map(this::filesPerConnection).toList();
    }

    private int filesPerConnection(String driver) {
        return drivers.names().contains(driver) ? ask(() -> drivers.filesPerConnection(driver), 1) : 1;
    }

    /** First of the drivers of both sides that has no partitions; only after {@link #check}. */
    Optional<String> driverWithoutPartitions(Path home) {
        return driversOfBothSides(home)
                .filter(drivers.names()::contains)
                .filter(driver -> !ask(() -> drivers.partitionsSetting(driver).isPresent(), true))
                .findFirst();
    }

    /** Reason why no proxy can stand in front of the broker, if there is one; only after {@link #check}. */
    Optional<String> withoutProxy(Path home) {
        if (isWithinProcess()) {
            return Optional.of("and this one is within this process.");
        }
        return driversOfBothSides(home)
                .filter(drivers.names()::contains)
                .filter(driver -> ask(() -> drivers.isAdvertised(driver), false))
                .filter(driver ->
                        brokerSpec().filter(Recipes.in(home)::isAdvertising).isEmpty())
                .findFirst()
                .map(driver -> "and the client of driver " + driver
                        + " connects to the address that the broker advertises, past"
                        + " any proxy. Take a broker that Dyno starts with another address, kafka or pulsar.");
    }

    private Stream<String> driversOfBothSides(Path home) {
        Map<String, String> own = ownDrivers(home);
        Optional<String> url = in.get(URL);
        Optional<String> consumerUrl = in.get(CONSUMER_URL).or(() -> url);
        return Stream.of(
                driverOf(url, in.get(DRIVER), in.get(PROTOCOL), own),
                driverOf(consumerUrl, consumerDriver(), consumerProtocol(), own));
    }

    interface Answer<T> {
        T get() throws DriverException;
    }

    /** Answer of a driver, or {@code otherwise} if it refuses; its sentence is then added to the problems. */
    <T> T ask(Answer<T> driver, T otherwise) {
        try {
            return driver.get();
        } catch (DriverException e) {
            refuse(DRIVER, String.valueOf(e.getMessage()));
            return otherwise;
        }
    }

    /** The drivers that reach the broker to be started, its own first, with their URLs; none if no broker is to be started. */
    public Map<String, String> ownDrivers(Path home) {
        Optional<BrokerSpec> spec = brokerSpec();
        try {
            return spec.isEmpty()
                    ? Map.of()
                    : Recipes.in(home)
                            .find(spec.get().recipe(), spec.get().version())
                            .urls();
        } catch (BrokerException e) {
            // The check reports the error.
            return Map.of();
        }
    }

    void refuse(LoadSetting<?, ?> setting, String sentence) {
        problems.add(in.refusal(setting, sentence));
    }

    /** Name of the driver file that was given in place of a driver. */
    public Optional<String> driverFile() {
        return file.map(DriverFile::name);
    }

    /** Driver settings in the driver file; the user's own have precedence. */
    public Map<String, String> fileProperties() {
        return file.map(DriverFile::properties).orElse(Map.of());
    }

    /** Settings of the workload in the driver file. */
    public DriverTraffic traffic() {
        return file.map(DriverFile::traffic).orElse(DriverTraffic.AS_IT_IS);
    }

    /** URL or name of the broker, with the driver if one is given. */
    String name() {
        String broker = in.get(URL)
                .map(Secrets::withoutPassword)
                .or(() -> in.get(BROKER))
                .orElse(TargetSettings.DEFAULT_BROKER);
        return driverFile()
                .or(() -> in.get(DRIVER))
                .map(driver -> broker + " through " + driver)
                .orElse(broker);
    }

    Map<String, String> schemes() {
        return ask(drivers::schemes, Map.of());
    }

    /** Broker to start in a process of its own, if any. */
    public Optional<String> managedBroker() {
        return TargetSettings.managedBroker(in);
    }

    public Optional<BrokerSpec> brokerSpec() {
        return managedBroker().map(name -> {
            BrokerSpec spec = BrokerSpec.of(name).withJvmFlags(in.get(JVM));
            for (Map.Entry<String, String> knob : in.get(KNOBS).entrySet()) {
                spec = spec.withKnob(knob.getKey(), knob.getValue());
            }
            return in.get(HEAP).isPresent() ? spec.withHeap(in.get(HEAP).get()) : spec;
        });
    }

    /** Whether the broker is inside the process of its clients, so that others cannot reach it. Only after {@link #check}. */
    public boolean isWithinProcess() {
        return managedBroker().isEmpty()
                && (TargetSettings.IN_PROCESS.contains(producers(Map.of()).driver())
                        || TargetSettings.IN_PROCESS.contains(
                                consumers(Map.of()).driver()));
    }

    /** Finds contradictions, and a broker that cannot be started, before anything is started. */
    public void check(Path home) {
        new TargetCheck(this).check(home);
    }

    Optional<String> consumerDriver() {
        return in.get(CONSUMER_DRIVER)
                .or(() -> in.get(CONSUMER_PROTOCOL).isPresent() ? Optional.empty() : in.get(DRIVER));
    }

    Optional<String> consumerProtocol() {
        return in.get(CONSUMER_PROTOCOL)
                .or(() -> in.get(CONSUMER_DRIVER).isPresent() ? Optional.empty() : in.get(PROTOCOL));
    }

    /**
     * Target of the producers.
     *
     * @param startedUrls of the broker that was started, by driver
     */
    public Target producers(Map<String, String> startedUrls) {
        Optional<String> url = in.get(URL);
        return target(url, driverOf(url, in.get(DRIVER), in.get(PROTOCOL), startedUrls), properties(), startedUrls);
    }

    public Target consumers(Map<String, String> startedUrls) {
        Optional<String> url = in.get(CONSUMER_URL).or(() -> in.get(URL));
        String driver = driverOf(url, consumerDriver(), consumerProtocol(), startedUrls);
        // Settings for one client library do not apply to another.
        Map<String, String> properties = in.get(CONSUMER_DRIVER).isPresent() ? new LinkedHashMap<>() : properties();
        properties.putAll(in.get(CONSUMER_DRIVER_PROPERTIES));
        return target(url, driver, properties, startedUrls);
    }

    private Target target(
            Optional<String> url, String driver, Map<String, String> properties, Map<String, String> startedUrls) {
        partitions.ifPresent(number -> partitions(driver, number, properties));
        return new Target(
                driver,
                url.orElseGet(() -> startedUrls.isEmpty() ? defaultUrl(driver) : startedUrls.getOrDefault(driver, "")),
                in.get(USER).map(user -> new Credentials(user, password())),
                in.get(CLIENT_ID),
                properties);
    }

    /** Sets the number of partitions for drivers with a setting for it; the user's own value has precedence. */
    private void partitions(String driver, int number, Map<String, String> properties) {
        ask(() -> drivers.partitionsSetting(driver), Optional.<String>empty())
                .ifPresent(setting -> properties.putIfAbsent(setting, Integer.toString(number)));
    }

    String defaultUrl(String driver) {
        return ask(() -> drivers.defaultUrl(driver), "");
    }

    /**
     * The driver: the given one, or else that of the given protocol. Without a URL, the broker's name if it is within this
     * process (sim, null), or the first driver of the started broker. Otherwise the driver of the URL's scheme (default: tcp).
     */
    String driverOf(
            Optional<String> url, Optional<String> driver, Optional<String> protocol, Map<String, String> startedUrls) {
        if (driver.isPresent()) {
            return driver.get();
        }
        if (protocol.isPresent()) {
            return PROTOCOLS.getOrDefault(protocol.get().toUpperCase(Locale.ROOT), "artemis");
        }
        if (url.isEmpty() && isInProcess()) {
            return in.get(BROKER).orElseThrow();
        }
        if (url.isEmpty() && !startedUrls.isEmpty()) {
            return startedUrls.keySet().iterator().next();
        }
        String scheme = url.map(URL_PARTS::matcher)
                .filter(Matcher::matches)
                .map(m -> m.group(1))
                .orElse("tcp");
        return schemes().getOrDefault(scheme, "artemis");
    }

    private boolean isInProcess() {
        return in.get(BROKER).filter(TargetSettings.IN_PROCESS::contains).isPresent();
    }

    private Map<String, String> properties() {
        Map<String, String> all = new LinkedHashMap<>(fileProperties());
        in.get(JNDI).ifPresent(path -> {
            Properties jndi = new Properties();
            try {
                jndi.load(new StringReader(textOf(path)));
            } catch (IOException | IllegalArgumentException e) {
                refuse(JNDI, path + "; must be a properties file that can be read.");
            }
            jndi.stringPropertyNames().forEach(name -> all.put(name, jndi.getProperty(name)));
        });
        in.get(CONNECTION_FACTORY).ifPresent(name -> all.put("jms.connectionFactory", name));
        if (isInProcess()) {
            all.putAll(in.get(KNOBS));
        }
        all.putAll(in.get(DRIVER_PROPERTIES));
        return all;
    }

    private String password() {
        return in.get(PASSWORD)
                .or(() -> in.get(PASSWORD_FILE).map(this::firstLineOf))
                .orElse("");
    }

    private String firstLineOf(Path file) {
        try {
            String password = textOf(file).lines().findFirst().orElse("");
            if (password.isEmpty()) {
                refuse(PASSWORD_FILE, file + "; must have the password on its first line, which is empty.");
            }
            return password;
        } catch (IOException e) {
            refuse(PASSWORD_FILE, file + "; must be a text in UTF-8 that can be read.");
            return "";
        }
    }

    /** The text of a file, without the byte order mark that editors of Windows put in front. */
    private static String textOf(Path file) throws IOException {
        return Files.readString(file).replaceFirst("^\uFEFF", "");
    }
}
