package dev.dyno.cli;

import dev.dyno.broker.BrokerException;
import dev.dyno.broker.BrokerLauncher;
import dev.dyno.broker.BrokerSpec;
import dev.dyno.broker.Recipe;
import dev.dyno.broker.Recipes;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.load.DriverFolders;
import dev.dyno.pace.SystemTime;
import dev.dyno.workload.Target;
import java.io.IOException;
import java.io.Reader;
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

/** Reads out of the options where producers and consumers connect. */
final class TargetReader {

    /** Brokers that live inside a driver: nothing has to be started for them. */
    private static final List<String> IN_PROCESS = List.of("sim", "null");

    /** Drivers that know no provider: the user brings one. */
    private static final List<String> ANY_PROVIDER = List.of("jms", "jms-javax");

    private static final Map<String, String> PROTOCOLS = Map.of("CORE", "artemis", "AMQP", "amqp");

    /** (tcp://…,tcp://…) and failover:(amqp://…) are how the client libraries write lists. */
    private static final Pattern URL = Pattern.compile("\\(?([A-Za-z][A-Za-z0-9+.-]*):(.*)");

    private final TargetOptions options;
    private final ConsumerTargetOptions consumerOptions;
    private final DriverFolders drivers;
    private final Problems problems;

    TargetReader(
            TargetOptions options, ConsumerTargetOptions consumerOptions, DriverFolders drivers, Problems problems) {
        this.options = options;
        this.consumerOptions = consumerOptions;
        this.drivers = drivers;
        this.problems = problems;
    }

    /** The driver for each scheme. */
    private Map<String, String> schemes() {
        try {
            return drivers.schemes();
        } catch (DriverException e) {
            problems.add("--driver: " + e.getMessage());
            return Map.of();
        }
    }

    /** The broker to start in a process of its own, if there is one to start. */
    Optional<String> managedBroker() {
        if (options.url.isPresent()) {
            return Optional.empty();
        }
        return Optional.of(options.broker.orElse(Defaults.BROKER)).filter(name -> !IN_PROCESS.contains(name));
    }

    /** What is wanted of it. */
    Optional<BrokerSpec> brokerSpec() {
        return managedBroker().map(name -> {
            BrokerSpec spec = BrokerSpec.of(name).withJvmFlags(options.jvmFlags);
            for (Map.Entry<String, String> knob : options.connection.knobs.entrySet()) {
                spec = spec.withKnob(knob.getKey(), knob.getValue());
            }
            return options.connection.heap.isPresent() ? spec.withHeap(options.connection.heap.get()) : spec;
        });
    }

    /** Whether the broker is within the process of its clients, so that others do not reach it. To be asked after {@link #check}. */
    boolean isWithinProcess() {
        return managedBroker().isEmpty()
                && (IN_PROCESS.contains(producers(Map.of()).driver())
                        || IN_PROCESS.contains(consumers(Map.of()).driver()));
    }

    /** Looks for what contradicts itself, before anything is started. */
    void check() {
        problems.addIf(
                options.broker.isPresent() && options.url.isPresent(),
                "--broker: contradicts --url, which names a broker that is running; leave one of them out.");
        problems.addIf(
                options.url.isEmpty() && consumerOptions.url.isPresent(),
                "--consumer-url: needs --url, or the producers would load a broker of their own.");
        problems.addIf(
                !options.connection.knobs.isEmpty() && options.url.isPresent(),
                "--set: sets up a broker that Dyno starts, and --url names one that is running; leave one of them out.");
        problems.addIf(
                options.connection.heap.isPresent() && managedBroker().isEmpty(),
                "--heap: is that of a broker that Dyno starts in a process of its own; leave it out.");
        problems.addIf(
                options.connection.password.isPresent() && options.connection.user.isEmpty(),
                "--password: has nobody to belong to; give --user, too.");
        problems.notBlank("--user", options.connection.user);
        problems.notBlank("--clientID", options.connection.clientId);
        for (Path jar : options.connection.jars) {
            problems.addIf(!Files.exists(jar), "--jars: " + jar + "; must be a jar or a folder of jars that exists.");
        }
        checkProtocol("--protocol", options.driver, options.protocol);
        checkProtocol("--consumer-protocol", consumerOptions.driver, consumerOptions.protocol);
        checkUrl("--url", options.url, options.driver, options.protocol);
        checkUrl("--consumer-url", consumerOptions.url, consumerDriver(), consumerProtocol());
        checkDriverName("--driver", options.driver);
        checkDriverName("--consumer-driver", consumerOptions.driver);
        checkProvider();
        checkJndi();
    }

    private Optional<String> consumerDriver() {
        return consumerOptions.driver.or(
                () -> consumerOptions.protocol.isPresent() ? Optional.empty() : options.driver);
    }

    private Optional<String> consumerProtocol() {
        return consumerOptions.protocol.or(
                () -> consumerOptions.driver.isPresent() ? Optional.empty() : options.protocol);
    }

    private void checkProtocol(String option, Optional<String> driver, Optional<String> protocol) {
        problems.addIf(
                driver.isPresent() && protocol.isPresent(),
                option + ": contradicts " + option.replace("protocol", "driver") + "; leave one of them out.");
        problems.addIf(
                protocol.isPresent() && !PROTOCOLS.containsKey(upper(protocol.get())),
                option + ": " + protocol.orElse("") + "; must be CORE or AMQP. Others have a --driver.");
    }

    /** Looks, before the broker is started, which may take its time, whether it can be, and whether a driver reaches it. */
    void checkBroker(Path home) {
        brokerSpec().ifPresent(spec -> {
            List<String> sentences = new BrokerLauncher(home).check(spec);
            sentences.forEach(problems::add);
            if (sentences.isEmpty()) {
                try {
                    checkReaches(Recipes.in(home).find(spec.recipe(), spec.version()));
                } catch (BrokerException e) {
                    problems.add(String.valueOf(e.getMessage()));
                }
            }
        });
    }

    private void checkReaches(Recipe recipe) {
        List<String> reaching = List.copyOf(recipe.urls().keySet());
        List<String> here = reaching.stream().filter(drivers.names()::contains).toList();
        if (options.driver.isPresent() || options.protocol.isPresent()) {
            String driver = driverOf(Optional.empty(), options.driver, options.protocol, Map.of());
            problems.addIf(
                    drivers.names().contains(driver) && !reaching.contains(driver) && !ANY_PROVIDER.contains(driver),
                    "broker " + recipe.name() + ": driver " + driver + " does not reach it; must be one of "
                            + String.join(", ", reaching) + ".");
        } else if (!here.contains(reaching.get(0))) {
            problems.add("broker " + recipe.name() + ": its driver " + reaching.get(0) + " is not installed here"
                    + (here.isEmpty()
                            ? ", nor is another that reaches it. Choose another broker, or start this one by dyno broker"
                                    + " start " + recipe.name() + " and give --url."
                            : ". Give another that reaches it by --driver: " + String.join(", ", here) + "."));
        }
    }

    /** A driver that is named has its own idea of addresses; otherwise the scheme tells which driver it is. */
    private void checkUrl(String option, Optional<String> url, Optional<String> driver, Optional<String> protocol) {
        problems.notBlank(option, url);
        if (driver.isPresent() || url.filter(u -> !u.isBlank()).isEmpty()) {
            return;
        }
        Matcher parts = URL.matcher(url.get());
        if (!parts.matches()) {
            problems.add(option + ": " + url.get()
                    + "; must be an address with a scheme, like tcp://localhost:61616 or amqp://localhost:5672.");
            return;
        }
        String scheme = parts.group(1);
        String rest = parts.group(2);
        if (protocol.isEmpty() && !schemes().containsKey(scheme)) {
            problems.add(option + ": " + url.get() + "; must begin with one of "
                    + String.join(", ", schemes().keySet()) + ". For other addresses name the --driver.");
        } else if (rest.startsWith("//") && rest.matches("//([:/?].*)?")) {
            problems.add(option + ": " + url.get() + "; must name a host, like " + scheme + "://localhost.");
        }
    }

    private void checkDriverName(String option, Optional<String> driver) {
        List<String> names = drivers.names();
        if (names.isEmpty()) {
            problems.addIf(
                    option.equals("--driver"),
                    "--driver: there are no drivers where Dyno is installed; build or unpack it again.");
            return;
        }
        driver.filter(name -> !names.contains(name))
                .ifPresent(name ->
                        problems.add(option + ": " + name + "; must be one of " + String.join(", ", names) + "."));
    }

    private void checkProvider() {
        boolean anyProvider = options.driver.filter(ANY_PROVIDER::contains).isPresent();
        problems.addIf(
                options.connection.connectionFactory.isPresent() && !anyProvider,
                "--connection-factory: " + options.connection.connectionFactory.orElse("")
                        + "; the driver knows its own. Leave it out, or give --driver "
                        + String.join(" or ", ANY_PROVIDER) + ".");
        problems.addIf(
                anyProvider && options.url.isEmpty() && options.connection.jndi.isEmpty(),
                "--driver: " + options.driver.orElse("")
                        + "; Dyno starts no broker for it. Give --url, or --jndi with the address in it.");
    }

    private void checkJndi() {
        options.connection.jndi.ifPresent(file -> problems.addIf(
                !Files.isReadable(file) || Files.isDirectory(file),
                "--jndi: " + file + "; must be a properties file that can be read."));
    }

    /**
     * Asks the drivers what is wrong with their settings, if nothing else is wrong. Nothing is connected. Where a broker is to
     * be started, its URL is not known yet and its driver is one that Dyno brings along.
     */
    void checkDrivers() {
        if (!problems.isEmpty() || managedBroker().isPresent()) {
            return;
        }
        Target producers = producers(Map.of());
        Target consumers = consumers(Map.of());
        try (SystemTime time = new SystemTime()) {
            checkDriver(producers, time);
            if (!consumers.equals(producers)) {
                checkDriver(consumers, time);
            }
        }
    }

    /**
     * As {@link #checkDrivers}, and where a broker is to be started, too, if its driver was given settings: that is asked with its
     * own default address.
     */
    void checkDriverSettings(Path home) {
        checkDrivers();
        boolean settings = !options.connection.driverProperties.isEmpty() || !options.fileProperties.isEmpty();
        // By TLS the address would be another, and what is said of certificates depends on it.
        boolean tls = Boolean.parseBoolean(options.connection.knobs.get("tls"));
        Optional<BrokerSpec> spec = brokerSpec();
        if (!problems.isEmpty() || spec.isEmpty() || !settings || tls) {
            return;
        }
        try (SystemTime time = new SystemTime()) {
            Recipe recipe =
                    Recipes.in(home).find(spec.get().recipe(), spec.get().version());
            String own = recipe.urls().keySet().iterator().next();
            String driver = driverOf(Optional.empty(), options.driver, options.protocol, Map.of(own, ""));
            String url = defaultUrl(driver);
            if (!url.isBlank()) {
                checkDriver(producers(Map.of(driver, url)), time);
            }
        } catch (BrokerException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
    }

    private void checkDriver(Target target, SystemTime time) {
        try {
            drivers.open(target, time).close();
        } catch (DriverException e) {
            problems.add("driver " + target.driver() + ": " + e.getMessage());
        }
    }

    /** Where the producers connect; {@code url} is that of the broker that was started. */
    Target producers(Map<String, String> startedUrls) {
        return target(
                options.url,
                driverOf(options.url, options.driver, options.protocol, startedUrls),
                properties(),
                startedUrls);
    }

    /** Where the consumers connect. */
    Target consumers(Map<String, String> startedUrls) {
        Optional<String> url = consumerOptions.url.or(() -> options.url);
        String driver = driverOf(url, consumerDriver(), consumerProtocol(), startedUrls);
        // What is meant for one client library is not for another.
        Map<String, String> properties = consumerOptions.driver.isPresent() ? new LinkedHashMap<>() : properties();
        properties.putAll(consumerOptions.driverProperties);
        return target(url, driver, properties, startedUrls);
    }

    private Target target(
            Optional<String> url, String driver, Map<String, String> properties, Map<String, String> startedUrls) {
        options.partitions.ifPresent(number -> partitions(driver, number, properties));
        return new Target(
                driver,
                url.orElseGet(() -> startedUrls.isEmpty() ? defaultUrl(driver) : startedUrls.getOrDefault(driver, "")),
                options.connection.user.map(user -> new Credentials(user, options.connection.password.orElse(""))),
                options.connection.clientId,
                properties);
    }

    /** Where the driver divides destinations, a setting of its own says into how many; the user's own word counts more. */
    private void partitions(String driver, int number, Map<String, String> properties) {
        try {
            drivers.partitionsSetting(driver)
                    .ifPresent(setting -> properties.putIfAbsent(setting, Integer.toString(number)));
        } catch (DriverException e) {
            problems.add("--driver: " + e.getMessage());
        }
    }

    private String defaultUrl(String driver) {
        try {
            return drivers.defaultUrl(driver);
        } catch (DriverException e) {
            problems.add("--driver: " + e.getMessage());
            return "";
        }
    }

    /**
     * The driver that is named, that the protocol stands for, that is the broker itself, that a broker which was started has first
     * among its own, or that the URL's scheme tells.
     */
    private String driverOf(
            Optional<String> url, Optional<String> driver, Optional<String> protocol, Map<String, String> startedUrls) {
        if (driver.isPresent()) {
            return driver.get();
        }
        if (protocol.isPresent()) {
            return PROTOCOLS.getOrDefault(upper(protocol.get()), "artemis");
        }
        if (url.isEmpty() && options.broker.filter(IN_PROCESS::contains).isPresent()) {
            return options.broker.get();
        }
        if (url.isEmpty() && !startedUrls.isEmpty()) {
            return startedUrls.keySet().iterator().next();
        }
        String scheme = url.map(URL::matcher)
                .filter(Matcher::matches)
                .map(m -> m.group(1))
                .orElse("tcp");
        return schemes().getOrDefault(scheme, "artemis");
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    private Map<String, String> properties() {
        Map<String, String> all = new LinkedHashMap<>(options.fileProperties);
        options.connection.jndi.ifPresent(file -> {
            Properties jndi = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                jndi.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                problems.add("--jndi: " + file + "; must be a properties file that can be read.");
            }
            jndi.stringPropertyNames().forEach(name -> all.put(name, jndi.getProperty(name)));
        });
        options.connection.connectionFactory.ifPresent(name -> all.put("jms.connectionFactory", name));
        if (options.broker.filter(IN_PROCESS::contains).isPresent()) {
            all.putAll(options.connection.knobs);
        }
        all.putAll(options.connection.driverProperties);
        return all;
    }
}
