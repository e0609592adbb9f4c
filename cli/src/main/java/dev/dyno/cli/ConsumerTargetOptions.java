package dev.dyno.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the consumers connect, if not where the producers do. */
final class ConsumerTargetOptions {

    @Option(
            names = "--consumer-url",
            paramLabel = "URL",
            description = "Address for the consumers. Default: that of --url.")
    Optional<String> url = Optional.empty();

    @Option(
            names = "--consumer-protocol",
            paramLabel = "NAME",
            description = "CORE or AMQP for the consumers. Default: that of --protocol.")
    Optional<String> protocol = Optional.empty();

    @Option(
            names = "--consumer-driver",
            paramLabel = "NAME",
            description = "Driver of the consumers, where the broker speaks both protocols. Default: that of --driver.")
    Optional<String> driver = Optional.empty();

    @Option(
            names = "--consumer-driver-property",
            paramLabel = "NAME=VALUE",
            description =
                    "A setting of the consumers' driver or its client library, beside those of --driver-property, or instead of"
                            + " them with --consumer-driver; may be repeated. Default: none.")
    Map<String, String> driverProperties = new LinkedHashMap<>();
}
