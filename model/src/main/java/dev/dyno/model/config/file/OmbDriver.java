package dev.dyno.model.config.file;

import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Reads a driver file of the OpenMessaging Benchmark. A key without the same meaning here is noted. */
final class OmbDriver {

    /** Readers of all keys but {@code name} and {@code driverClass}, by the last word of the latter. */
    private static final List<Map.Entry<String, Consumer<OmbBroker>>> BROKERS = List.of(
            Map.entry("KafkaBenchmarkDriver", OmbBrokers::kafka),
            Map.entry("PulsarBenchmarkDriver", OmbPulsar::read),
            Map.entry("RabbitMqBenchmarkDriver", OmbBrokers::rabbit),
            Map.entry("ArtemisBenchmarkDriver", OmbBrokers::artemis),
            Map.entry("NatsBenchmarkDriver", OmbBrokers::nats),
            Map.entry("JMSBenchmarkDriver", OmbJms::read),
            Map.entry("MqttBenchmarkDriver", OmbBrokers::mqtt));

    private final YamlFile file;
    private final boolean ownDefaults;
    private final YamlMap root;

    /** @param ownDefaults whether values missing in the file are Dyno's defaults instead of those of that tool's driver */
    OmbDriver(YamlFile file, boolean ownDefaults) {
        this.file = file;
        this.ownDefaults = ownDefaults;
        root = file.root();
    }

    DriverFile read() {
        String name = root.text("name").orElse(WorkloadFile.nameOf(file));
        String given = root.required("driverClass");
        String word = given.substring(given.lastIndexOf('.') + 1);
        Optional<Consumer<OmbBroker>> broker = BROKERS.stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(word))
                .map(Map.Entry::getValue)
                .findFirst();
        if (broker.isPresent()) {
            OmbBroker read = new OmbBroker(root);
            broker.get().accept(read);
            read.noteIf(root, "", "reset", "no topics are deleted, and a run has topics of its own");
            read.noteOthers(root, "");
            if (ownDefaults) {
                read.leaveToDyno();
            }
            return new DriverFile(
                    name, read.driver, read.url, read.properties, read.traffic(), read.notes, file.problems());
        }
        if (!given.isEmpty()) {
            root.problem(
                    "driverClass",
                    given + "; must end with one of "
                            + BROKERS.stream().map(Map.Entry::getKey).collect(Collectors.joining(", "))
                            + ". For others give the name of a driver.");
        }
        return new DriverFile(name, "", Optional.empty(), Map.of(), DriverTraffic.AS_IT_IS, List.of(), file.problems());
    }
}
