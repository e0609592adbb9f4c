package dev.dyno.cli.options;

import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.TargetReader;
import dev.dyno.driver.Secrets;
import dev.dyno.model.config.Reading;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.workload.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Target of a load for users: broker, driver, address, settings, without secrets. */
final class TargetText {

    private static final int ORIGINS_AT = 40;

    private final Reading in;
    private final TargetReader reader;
    private final OptionOrigins origins;
    private final Home home;
    private final List<String> lines = new ArrayList<>();

    private TargetText(TargetReader reader, OptionOrigins origins, Home home) {
        in = reader.in();
        this.reader = reader;
        this.origins = origins;
        this.home = home;
    }

    /** Describes the target, in lines of a comment. */
    static List<String> of(TargetReader reader, OptionOrigins origins, Home home) {
        TargetText text = new TargetText(reader, origins, home);
        text.describe();
        return List.copyOf(text.lines);
    }

    private void describe() {
        broker();
        Map<String, String> urls = reader.ownDrivers(home.path());
        Target producers = reader.producers(urls);
        Target consumers = reader.consumers(urls);
        target("", producers);
        if (!consumers.equals(producers)) {
            target("consumer-", consumers);
        }
    }

    private void broker() {
        if (in.get(TargetSettings.URL).isPresent()) {
            return;
        }
        line("broker", in.get(TargetSettings.BROKER).orElse(TargetSettings.DEFAULT_BROKER), origins.of("--broker"));
        in.get(TargetSettings.KNOBS)
                .forEach((knob, value) -> line("set", knob + "=" + Secrets.shown(knob, value), origins.of("--set")));
        in.get(TargetSettings.HEAP).ifPresent(heap -> line("heap", heap, origins.of("--heap")));
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
        if (reader.driverFile().isPresent()) {
            return driverFile(reader);
        }
        String given = prefix.isEmpty()
                ? origins.of("--driver", "--protocol")
                : origins.of("--consumer-driver", "--consumer-protocol", "--driver", "--protocol");
        return given.equals(Origins.DEFAULT)
                ? in.get(TargetSettings.URL).isPresent() ? "as the URL says" : "as the broker says"
                : given;
    }

    /** Origin of the values of a driver file. */
    static String driverFile(TargetReader reader) {
        return "driver file " + reader.driverFile().orElse("");
    }

    private String urlOrigin(String prefix) {
        String given = prefix.isEmpty() ? origins.of("--url") : origins.of("--consumer-url", "--url");
        return given.equals(Origins.DEFAULT) && reader.driverFile().isPresent() ? driverFile(reader) : given;
    }

    private String propertyOrigin(String prefix, String name) {
        if (!prefix.isEmpty()
                && !origins.of("--consumer-driver-property").equals(Origins.DEFAULT)
                && !in.get(TargetSettings.DRIVER_PROPERTIES).containsKey(name)) {
            return origins.of("--consumer-driver-property");
        }
        if (in.get(TargetSettings.DRIVER_PROPERTIES).containsKey(name)) {
            return origins.of("--driver-property");
        }
        if (in.get(TargetSettings.KNOBS).containsKey(name)) {
            return origins.of("--set");
        }
        if (name.equals("jms.connectionFactory")
                && in.get(TargetSettings.CONNECTION_FACTORY).isPresent()) {
            return origins.of("--connection-factory");
        }
        if (reader.fileProperties().containsKey(name)) {
            return driverFile(reader);
        }
        return in.get(TargetSettings.JNDI).isPresent() ? origins.of("--jndi") : "partitions of the workload";
    }

    private void line(String key, String value, String origin) {
        String line = "# " + key + ": " + value.replaceAll("\\R", " ");
        lines.add(line + " ".repeat(Math.max(0, ORIGINS_AT - line.length())) + "  # " + origin);
    }
}
