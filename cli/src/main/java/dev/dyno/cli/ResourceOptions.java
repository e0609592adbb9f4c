package dev.dyno.cli;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where it can be read what the broker uses, if Dyno has not started it. */
final class ResourceOptions {

    @Option(
            names = "--broker-pid",
            paramLabel = "PID",
            description =
                    "Process of a broker that runs on this host: its memory, CPU, files and, of a JVM, heap and garbage"
                            + " collections are read each second. Default: that of the broker that is started.")
    Optional<String> brokerPid = Optional.empty();

    @Option(
            names = "--broker-metrics",
            paramLabel = "URL",
            description =
                    "Metrics of the broker, read each second: http://HOST:PORT/PATH in the text format of Prometheus,"
                            + " rabbitmq-management:http://USER:PASSWORD@HOST:PORT or jolokia:http://HOST:PORT/PATH; may be"
                            + " repeated. Default: none.")
    List<String> brokerMetrics = List.of();

    @Option(
            names = "--broker-metrics-select",
            paramLabel = "PATTERN",
            description =
                    "Series of Prometheus to read besides the ones that Dyno knows: a name with * for any characters,"
                            + " or a name with labels; may be repeated. Default: none.")
    List<String> select = List.of();
}
