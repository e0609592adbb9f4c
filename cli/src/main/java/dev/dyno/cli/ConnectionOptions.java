package dev.dyno.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How a broker is set up if it is started, and how it is connected to. */
final class ConnectionOptions {

    @Option(
            names = "--set",
            paramLabel = "KNOB=VALUE",
            description =
                    "A setting of the broker that is started, one that dyno broker list shows; may be repeated. Default: as shown there.")
    Map<String, String> knobs = new LinkedHashMap<>();

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Heap of the broker that is started, as 2g or 512m. Default: that of its recipe.")
    Optional<String> heap = Optional.empty();

    @Option(names = "--user", paramLabel = "NAME", description = "User name. Default: anonymous.")
    Optional<String> user = Optional.empty();

    @Option(names = "--password", paramLabel = "WORD", description = "Password of the user. Default: none.")
    Optional<String> password = Optional.empty();

    @Option(
            names = "--jars",
            paramLabel = "PATH",
            split = ":",
            description =
                    "Jars of another JMS provider, or folders of them, loaded apart from everything else. Default: none.")
    List<Path> jars = List.of();

    @Option(
            names = "--connection-factory",
            paramLabel = "CLASS",
            description = "Connection factory of another JMS provider, with --driver jms or jms-javax. Default: none.")
    Optional<String> connectionFactory = Optional.empty();

    @Option(
            names = "--jndi",
            paramLabel = "FILE",
            description =
                    "JNDI properties to find the connection factory with, its name under jms.jndi.factoryName. Default: none.")
    Optional<Path> jndi = Optional.empty();

    @Option(
            names = "--driver-property",
            paramLabel = "NAME=VALUE",
            description = "A setting of the driver or its client library, as it is; may be repeated. Default: none.")
    Map<String, String> driverProperties = new LinkedHashMap<>();

    @Option(
            names = "--clientID",
            paramLabel = "PREFIX",
            description = "Prefix of the client IDs that are made. Default: none are set.")
    Optional<String> clientId = Optional.empty();
}
