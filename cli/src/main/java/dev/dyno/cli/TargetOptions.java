package dev.dyno.cli;

import dev.dyno.workfile.DriverTraffic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the load goes: a broker that Dyno starts, or one that is there; and through which driver. */
final class TargetOptions {

    @Option(
            names = "--broker",
            paramLabel = "NAME[:VERSION]",
            description =
                    "Start this broker, load it, stop it: one that dyno broker list shows, or sim, the simulated one, or null,"
                            + " which costs nothing. Default: " + Defaults.BROKER + ", unless --url names one.")
    Optional<String> broker = Optional.empty();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Address of a broker that is running. Default: none, a broker is started.")
    Optional<String> url = Optional.empty();

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            description = "CORE or AMQP. Default: as the URL says, else CORE.")
    Optional<String> protocol = Optional.empty();

    @Option(
            names = "--driver",
            paramLabel = "NAME|FILE",
            description =
                    "Driver: artemis (CORE), amqp, openwire, kafka, pulsar, pulsar-jms, rabbitmq, rabbitmq-jms, nats,"
                            + " jetstream, mqtt, andes, jms, jms-javax, sim, null. Default: as the protocol, the broker or"
                            + " the URL says. Or a driver file of the OpenMessaging Benchmark, which ends with .yaml.")
    Optional<String> driver = Optional.empty();

    /** Of each destination that the driver makes, where it divides them; not an option. */
    Optional<Integer> partitions = Optional.empty();

    /** Of a driver file; the user's own count more. Not an option. */
    Map<String, String> fileProperties = Map.of();

    /** What a driver file says of the workload; not an option. */
    DriverTraffic traffic = DriverTraffic.AS_IT_IS;

    /** The driver as people know it, if not by its name; not an option. */
    Optional<String> driverLabel = Optional.empty();

    /** Flags of the JVM of a broker that is started, after its own; not an option. */
    List<String> jvmFlags = List.of();

    @Mixin
    ConnectionOptions connection = new ConnectionOptions();

    /** The same once more, to be changed; the connection is shared. */
    TargetOptions copy() {
        TargetOptions copy = new TargetOptions();
        copy.broker = broker;
        copy.url = url;
        copy.protocol = protocol;
        copy.driver = driver;
        copy.partitions = partitions;
        copy.fileProperties = fileProperties;
        copy.traffic = traffic;
        copy.driverLabel = driverLabel;
        copy.jvmFlags = jvmFlags;
        copy.connection = connection;
        return copy;
    }
}
