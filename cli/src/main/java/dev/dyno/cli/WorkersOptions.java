package dev.dyno.cli;

import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Whether several processes make the load, and which. */
final class WorkersOptions {

    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "Let N processes make the load, each started as dyno worker; this one waits for them. Default: this process"
                            + " alone.")
    Optional<String> workers = Optional.empty();

    @Option(
            names = "--producer-workers",
            paramLabel = "N",
            description =
                    "Only these of the workers send, and the others, --consumer-workers, receive. Default: all do both.")
    Optional<String> producerWorkers = Optional.empty();

    @Option(
            names = "--consumer-workers",
            paramLabel = "N",
            description = "Only these of the workers receive. Default: all do both.")
    Optional<String> consumerWorkers = Optional.empty();

    @Option(
            names = "--broker-on",
            paramLabel = "NAME",
            description =
                    "One more worker, which runs the broker of --broker and makes no load. Default: the broker runs here.")
    Optional<String> brokerOn = Optional.empty();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where the workers join. Default: 127.0.0.1:7400, for workers of this machine.")
    Optional<String> listen = Optional.empty();

    @Option(
            names = "--await-workers",
            paramLabel = "TIME",
            description = "How long to wait for the workers. Default: 60s.")
    Optional<String> await = Optional.empty();

    @Option(
            names = "--on-worker-loss",
            paramLabel = "POLICY",
            description =
                    "When a worker is gone: stop, which ends the load of the others, too, or continue. Default: stop.")
    Optional<String> onLoss = Optional.empty();

    @Mixin
    AdmissionOptions admission = new AdmissionOptions();

    /** Of all options here. */
    static Set<String> names() {
        return CommandSpec.forAnnotatedObject(new WorkersOptions()).optionsMap().keySet();
    }
}
