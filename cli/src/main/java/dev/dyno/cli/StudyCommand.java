package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.Candidates;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dyno study}: a matrix of runs, with its table and its charts. */
@Command(
        name = "study",
        sortOptions = false,
        description = "Run a study: a matrix of runs, interleaved and repeated, with its table and charts.",
        subcommands = {StudyListCommand.class, StudyShowCommand.class, StudyReportCommand.class},
        footer = {
            "",
            "Ctrl+C ends a study in good order; what is finished stays, and --resume continues.",
            "A run that fails, as one whose broker has run out of memory, is a result and stands in the table.",
            "Examples:",
            "  dyno study list",
            "  dyno study amqp-series --quick --only broker=rabbitmq",
            "  dyno study artemis-guide --within 1h",
            "  dyno study artemis-guide --url tcp://host:61616",
            "  dyno study artemis-guide --broker artemis:/opt/apache-artemis --set journal-type=NIO"
        })
final class StudyCommand extends StudyVerb {

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME|FILE",
            completionCandidates = Candidates.Studies.class,
            description =
                    "A study that dyno study list shows, a study file, or with --resume the folder of a study. Default: they are listed.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Run all cells so many times. Default: as the study says.")
    private Optional<String> rounds = Optional.empty();

    @Option(
            names = "--within",
            paramLabel = "TIME",
            description =
                    "Begin no run that would not be over after this time, and add rounds for claims that are undecided until then."
                            + " Default: the rounds of the study, whatever they take.")
    private Optional<String> within = Optional.empty();

    @Option(
            names = "--broker",
            paramLabel = "NAME[:VERSION|:DIR]",
            description =
                    "Start this broker in all cells, a version of it, or an unpacked distribution. Default: as the study says.")
    private Optional<String> broker = Optional.empty();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "Address of a broker that is running, for all cells. Default: the study's brokers are started.")
    private Optional<String> url = Optional.empty();

    @Override
    int carryOut() throws Refusal, IOException {
        if (name.isEmpty() && problems.isEmpty()) {
            StudyListCommand.print(out(), home);
            return Exit.GOOD;
        }
        return run(new Asked(name.orElse(""), rounds, within, broker, url));
    }
}
