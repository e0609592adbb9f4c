package dev.dyno.cli;

import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.load.DriverFolders;
import dev.dyno.workload.Target;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Reads out of the options where producers and consumers connect. */
final class TargetReader {

    /** Brokers that live inside a driver: nothing has to be started for them. */
    private static final List<String> IN_PROCESS = List.of("sim", "null");

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

    /** The broker to start in a process of its own, if there is one to start. */
    Optional<String> managedBroker() {
        if (options.url.isPresent()) {
            return Optional.empty();
        }
        return Optional.of(options.broker.orElse(Defaults.BROKER)).filter(name -> !IN_PROCESS.contains(name));
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
                !options.knobs.isEmpty() && options.url.isPresent(),
                "--set: sets up a broker that Dyno starts, and --url names one that is running; leave one of them out.");
        problems.addIf(
                options.heap.isPresent() && managedBroker().isEmpty(),
                "--heap: is that of a broker that Dyno starts in a process of its own; leave it out.");
        problems.addIf(options.password.isPresent() && options.user.isEmpty(), "--password: needs --user.");
        problems.addIf(
                options.driver.isPresent() && options.protocol.isPresent(),
                "--protocol: contradicts --driver; leave one of them out.");
        for (Path jar : options.jars) {
            problems.addIf(!Files.exists(jar), "--jars: " + jar + "; must be a jar or a folder of jars that exists.");
        }
        String driver = driverOf(options.url, options.protocol);
        List<String> names = drivers.names();
        problems.addIf(
                !names.contains(driver), "--driver: " + driver + "; must be one of " + String.join(", ", names) + ".");
    }

    /** Where the producers connect; {@code url} is that of the broker that was started. */
    Target producers(Map<String, String> startedUrls) {
        return target(options.url, options.protocol, startedUrls);
    }

    /** Where the consumers connect. */
    Target consumers(Map<String, String> startedUrls) {
        return target(
                consumerOptions.url.or(() -> options.url),
                consumerOptions.protocol.or(() -> options.protocol),
                startedUrls);
    }

    private Target target(Optional<String> url, Optional<String> protocol, Map<String, String> startedUrls) {
        String driver = driverOf(url, protocol);
        return new Target(
                driver,
                url.or(() -> Optional.ofNullable(startedUrls.get(driver))).orElseGet(() -> defaultUrl(driver)),
                options.user.map(user -> new Credentials(user, options.password.orElse(""))),
                options.clientId,
                properties());
    }

    private String defaultUrl(String driver) {
        try {
            return drivers.defaultUrl(driver);
        } catch (DriverException e) {
            problems.add("--driver: " + e.getMessage());
            return "";
        }
    }

    /** The driver that is named, that the protocol stands for, that is the broker itself, or that the URL's scheme tells. */
    private String driverOf(Optional<String> url, Optional<String> protocol) {
        if (options.driver.isPresent()) {
            return options.driver.get();
        }
        if (protocol.isPresent()) {
            return switch (protocol.get().toUpperCase(java.util.Locale.ROOT)) {
                case "CORE" -> "artemis";
                case "AMQP" -> "amqp";
                default -> {
                    problems.add("--protocol: " + protocol.get() + "; must be CORE or AMQP. Others have a --driver.");
                    yield "artemis";
                }
            };
        }
        if (url.isEmpty() && options.broker.filter(IN_PROCESS::contains).isPresent()) {
            return options.broker.get();
        }
        String scheme = url.map(u -> u.replaceFirst(":.*", "")).orElse("tcp");
        return switch (scheme) {
            case "amqp", "amqps", "amqpws", "amqpwss" -> "amqp";
            case "sim", "null" -> scheme;
            default -> "artemis";
        };
    }

    private Map<String, String> properties() {
        Map<String, String> all = new LinkedHashMap<>();
        options.jndi.ifPresent(file -> {
            Properties jndi = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                jndi.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                problems.add("--jndi: " + file + "; must be a readable properties file.");
            }
            jndi.stringPropertyNames().forEach(name -> all.put(name, jndi.getProperty(name)));
        });
        options.connectionFactory.ifPresent(name -> all.put("jms.connectionFactory", name));
        if (options.broker.filter(IN_PROCESS::contains).isPresent()) {
            all.putAll(options.knobs);
        }
        all.putAll(options.driverProperties);
        return all;
    }
}
