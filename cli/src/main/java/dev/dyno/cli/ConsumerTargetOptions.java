package dev.dyno.cli;

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
}
