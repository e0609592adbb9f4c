package dev.dyno.cli;

import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.Candidates;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "suite",
        sortOptions = false,
        description = "Run each kind of traffic on one broker, at a share of what it holds: a row each, on one page.",
        footer = {
            "",
            "The rate that the broker holds is found once, by a short search. A kind that the driver does not offer is a row that"
                    + " says why.",
            "Examples:",
            "  dyno suite --broker rabbitmq",
            "  dyno suite --broker nats --setup driver=jetstream --within 20m",
            "  dyno suite --url tcp://host:61616 --only workload=request-reply --quick"
        })
final class SuiteCommand extends StudyVerb {

    private static final String STUDY = "suite";

    @Option(
            names = "--broker",
            paramLabel = "NAME[:VERSION|:DIR]",
            completionCandidates = Candidates.LoadBrokers.class,
            description = "Start this broker, a version of it, or an unpacked distribution. Default: that of --url.")
    private Optional<String> broker = Optional.empty();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Address of a broker that is running. Default: that of --broker is started.")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--within",
            paramLabel = "TIME",
            description = "Time for all, which they share; not with --quick. Default: 1h.")
    private Optional<String> within = Optional.empty();

    @Override
    int carryOut() throws Refusal, IOException {
        problems.addIf(
                problems.isEmpty() && broker.isEmpty() && url.isEmpty(),
                "--broker: is missing; name the broker to start, or the address of one by --url.");
        return run(new Asked(STUDY, Optional.empty(), within, broker, url));
    }
}
