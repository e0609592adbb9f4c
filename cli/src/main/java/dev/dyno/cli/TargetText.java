package dev.dyno.cli;

import dev.dyno.broker.BrokerException;
import dev.dyno.broker.BrokerSpec;
import dev.dyno.broker.Recipes;
import dev.dyno.driver.Secrets;
import dev.dyno.workload.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Where a load goes, for people: broker, driver, address, settings. Nothing that is secret is in it. */
final class TargetText {

    private static final int ORIGINS_AT = 40;

    private final TargetOptions options;
    private final TargetReader reader;
    private final OptionOrigins origins;
    private final Home home;
    private final List<String> lines = new ArrayList<>();

    private TargetText(TargetOptions options, TargetReader reader, OptionOrigins origins, Home home) {
        this.options = options;
        this.reader = reader;
        this.origins = origins;
        this.home = home;
    }

    /** Lines of comment. */
    static List<String> of(TargetOptions options, TargetReader reader, OptionOrigins origins, Home home) {
        TargetText text = new TargetText(options, reader, origins, home);
        text.describe();
        return List.copyOf(text.lines);
    }

    private void describe() {
        broker();
        Map<String, String> urls = urls();
        Target producers = reader.producers(urls);
        Target consumers = reader.consumers(urls);
        target("", producers);
        if (!consumers.equals(producers)) {
            target("consumer-", consumers);
        }
    }

    private void broker() {
        if (options.url.isPresent()) {
            return;
        }
        line("broker", options.broker.orElse(Defaults.BROKER), origins.of("--broker"));
        options.connection.knobs.forEach(
                (knob, value) -> line("set", knob + "=" + Secrets.shown(knob, value), origins.of("--set")));
        options.connection.heap.ifPresent(heap -> line("heap", heap, origins.of("--heap")));
    }

    /** Those of a broker that is to be started: which drivers reach it. */
    private Map<String, String> urls() {
        Optional<BrokerSpec> spec = reader.brokerSpec();
        try {
            return spec.isPresent()
                    ? Recipes.in(home.path())
                            .find(spec.get().recipe(), spec.get().version())
                            .urls()
                    : Map.of();
        } catch (BrokerException e) {
            throw new IllegalStateException("it was found when the options were checked", e);
        }
    }

    private void target(String prefix, Target target) {
        line(prefix + "driver", target.driver(), driverOrigin(prefix));
        boolean started = reader.managedBroker().isPresent();
        line(
                prefix + "url",
                started ? "that of the broker" : Secrets.withoutPassword(target.url()),
                started ? "known when it has started" : urlOrigin(prefix));
        target.credentials().ifPresent(credentials -> {
            line(prefix + "user", credentials.user(), origins.of("--user"));
            if (!credentials.password().isEmpty()) {
                line(prefix + "password", Secrets.HIDDEN, origins.of("--password"));
            }
        });
        target.clientIdPrefix().ifPresent(id -> line(prefix + "clientID", id, origins.of("--clientID")));
        new TreeMap<>(target.properties())
                .forEach((name, value) -> line(
                        prefix + "driver-property",
                        name + "=" + Secrets.shown(name, value),
                        propertyOrigin(prefix, name)));
    }

    private String driverOrigin(String prefix) {
        if (options.driverLabel.isPresent()) {
            return driverFile();
        }
        String given = prefix.isEmpty()
                ? origins.of("--driver", "--protocol")
                : origins.of("--consumer-driver", "--consumer-protocol", "--driver", "--protocol");
        return given.equals(Origins.DEFAULT)
                ? options.url.isPresent() ? "as the URL says" : "as the broker says"
                : given;
    }

    private String driverFile() {
        return "driver file " + options.driverLabel.orElse("");
    }

    private String urlOrigin(String prefix) {
        String given = prefix.isEmpty() ? origins.of("--url") : origins.of("--consumer-url", "--url");
        return given.equals(Origins.DEFAULT) && options.driverLabel.isPresent() ? driverFile() : given;
    }

    private String propertyOrigin(String prefix, String name) {
        ConnectionOptions connection = options.connection;
        if (!prefix.isEmpty()
                && !origins.of("--consumer-driver-property").equals(Origins.DEFAULT)
                && !connection.driverProperties.containsKey(name)) {
            return origins.of("--consumer-driver-property");
        }
        if (connection.driverProperties.containsKey(name)) {
            return origins.of("--driver-property");
        }
        if (connection.knobs.containsKey(name)) {
            return origins.of("--set");
        }
        if (name.equals("jms.connectionFactory") && connection.connectionFactory.isPresent()) {
            return origins.of("--connection-factory");
        }
        if (options.fileProperties.containsKey(name)) {
            return driverFile();
        }
        return connection.jndi.isPresent() ? origins.of("--jndi") : "partitions of the workload";
    }

    private void line(String key, String value, String origin) {
        String line = "# " + key + ": " + value.replaceAll("\\R", " ");
        lines.add(line + " ".repeat(Math.max(0, ORIGINS_AT - line.length())) + "  # " + origin);
    }
}
