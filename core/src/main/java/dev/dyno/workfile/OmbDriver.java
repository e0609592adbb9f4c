package dev.dyno.workfile;

import dev.dyno.yaml.YamlFile;
import dev.dyno.yaml.YamlMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads a driver file of the OpenMessaging Benchmark; a key that cannot mean here what it means there is a note. */
final class OmbDriver {

    /** By the last word of {@code driverClass}. */
    private static final Map<String, Function<YamlMap, OmbBroker>> BROKERS = brokers();

    private final YamlFile file;
    private final boolean ownDefaults;
    private final YamlMap root;

    /** @param ownDefaults whether what the file does not say is as Dyno has it, and not as that tool's driver does */
    OmbDriver(YamlFile file, boolean ownDefaults) {
        this.file = file;
        this.ownDefaults = ownDefaults;
        root = file.root();
    }

    private static Map<String, Function<YamlMap, OmbBroker>> brokers() {
        Map<String, Function<YamlMap, OmbBroker>> brokers = new LinkedHashMap<>();
        brokers.put("KafkaBenchmarkDriver", OmbKafka::new);
        brokers.put("PulsarBenchmarkDriver", OmbPulsar::new);
        brokers.put("RabbitMqBenchmarkDriver", OmbRabbit::new);
        brokers.put("ArtemisBenchmarkDriver", OmbArtemis::new);
        brokers.put("NatsBenchmarkDriver", OmbNats::new);
        brokers.put("JMSBenchmarkDriver", OmbJms::new);
        brokers.put("MqttBenchmarkDriver", OmbMqtt::new);
        return brokers;
    }

    DriverFile read() {
        String name = root.text("name").orElse(WorkloadFile.nameOf(file));
        String given = root.required("driverClass");
        String word = given.substring(given.lastIndexOf('.') + 1);
        Optional<OmbBroker> broker = BROKERS.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(word))
                .map(entry -> entry.getValue().apply(root))
                .findFirst();
        if (broker.isPresent()) {
            OmbBroker read = broker.get();
            read.read();
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
                    given + "; must end with one of " + String.join(", ", BROKERS.keySet())
                            + ". For others give the name of a driver.");
        }
        return new DriverFile(name, "", Optional.empty(), Map.of(), DriverTraffic.AS_IT_IS, List.of(), file.problems());
    }
}
