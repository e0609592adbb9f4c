package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.app.study.StudyLibrary;
import dev.dyno.app.study.StudyTime;
import dev.dyno.cli.options.Candidates;
import dev.dyno.report.store.Grid;
import dev.dyno.report.study.StudyFile;
import dev.dyno.report.study.StudyFolder;
import dev.dyno.report.study.StudyOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "study",
        sortOptions = false,
        description = "Run a study: a matrix of runs, interleaved and repeated, with its table and charts.",
        footer = {
            "",
            "Ctrl+C ends a study in good order; what is finished stays, and --resume continues.",
            "A run that fails, for example one whose broker has run out of memory, is a result and stands in the table.",
            "Examples:",
            "  dyno study list",
            "  dyno study amqp-series --quick --only broker=rabbitmq",
            "  dyno study artemis-guide --within 1h",
            "  dyno study artemis-guide --url tcp://host:61616",
            "  dyno study artemis-guide --broker artemis:/opt/artemis --set journal-type=NIO"
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
            description = "Run all cells this many times. Default: as the study says.")
    private Optional<String> rounds = Optional.empty();

    @Option(
            names = "--within",
            paramLabel = "TIME",
            description =
                    "Begin no run that would not be over after this time, and add rounds for claims that are undecided until then."
                            + " Default: the rounds of the study, however long they take.")
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
            return list();
        }
        return run(new Asked(name.orElse(""), rounds, within, broker, url));
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the studies that come with Dyno.",
            footer = {"", "Example: dyno study list"})
    int list() {
        StudyLibrary library = new StudyLibrary(home);
        List<List<Optional<Object>>> rows = new ArrayList<>();
        for (String each : library.names()) {
            StudyFile full = library.read(each, false);
            StudyFile quick = library.read(each, true);
            rows.add(List.of(
                    Optional.of(each),
                    Optional.of(StudyTime.size(full)),
                    full.hasQuick() ? Optional.of(StudyTime.size(quick)) : Optional.empty(),
                    Optional.of(full.study().about().title())));
        }
        new Grid(List.of("study", "full size", "quick size", "title"), rows)
                .lines()
                .forEach(out()::println);
        return Exit.GOOD;
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Print the file of a study, to copy and change.",
            footer = {"", "Example: dyno study show artemis-guide"})
    int show(
            @Parameters(
                            arity = "1",
                            paramLabel = "NAME",
                            completionCandidates = Candidates.Studies.class,
                            description = "A study that dyno study list shows.")
                    String study)
            throws Refusal {
        StudyLibrary library = new StudyLibrary(home);
        library.problem(study).ifPresent(problems::add);
        problems.refuse();
        out().print(library.read(study, false).text());
        out().flush();
        return Exit.GOOD;
    }

    @Command(
            name = "report",
            mixinStandardHelpOptions = true,
            description = "Write table, charts and page of a study again, finished or not.",
            footer = {"", "Example: dyno study report ~/.dyno/studies/20261121-161500-amqp-series"})
    int report(@Parameters(arity = "1", paramLabel = "FOLDER", description = "Folder of a study.") Path folder)
            throws IOException {
        StudyOutput.write(StudyFolder.open(folder)).lines().forEach(out()::println);
        out().println(folder.resolve(StudyOutput.REPORT));
        return Exit.GOOD;
    }
}
