package dev.dyno.cli;

import dev.dyno.app.compare.FigureShares;
import dev.dyno.app.compare.SetupComparison;
import dev.dyno.app.compare.StudyComparison;
import dev.dyno.app.compare.StudySide;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.Outputs;
import dev.dyno.app.execute.RunExecutor;
import dev.dyno.app.execute.WorkerPool;
import dev.dyno.app.plan.PlannedRun;
import dev.dyno.app.plan.Refusal;
import dev.dyno.app.plan.Setup;
import dev.dyno.cli.options.AdmissionOptions;
import dev.dyno.cli.options.BlockOptions;
import dev.dyno.cli.options.Candidates;
import dev.dyno.cli.options.ComparisonOptions;
import dev.dyno.cli.options.SettingFlags;
import dev.dyno.cli.options.StoredRuns;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.config.file.QuickSize;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Latency;
import dev.dyno.model.yaml.YamlOverride;
import dev.dyno.report.compare.Alternation;
import dev.dyno.report.compare.ComparisonPage;
import dev.dyno.report.compare.ComparisonReport;
import dev.dyno.report.compare.ComparisonTable;
import dev.dyno.report.compare.DecisionRule;
import dev.dyno.report.compare.Side;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "compare",
        sortOptions = false,
        description = {
            "Compare two setups, which are run in turns, or stored runs, or studies: how B differs from A, how"
                    + " surely, and how many more runs would show it.",
            "",
            "Each run is one observation, whatever the number of its messages. Verdicts: better, worse, equivalent within"
                    + " a margin, or inconclusive."
        },
        footer = {
            "",
            "A SETUP is key=value, several with commas between them or each with an --a of its own: broker=NAME[:VERSION],"
                    + " url, driver, client-id, heap, jvm, profile, set.KNOB, driver.PROPERTY, or a value of the"
                    + " workload by its path, like workload.producers[0].rate=500/s.",
            "Examples:",
            "  dyno compare --a broker=artemis:2.6.3 --b broker=artemis:2.7.0 FILE --quick",
            "  dyno compare --calibrate --a broker=artemis,heap=1g FILE --blocks 10",
            "  dyno compare 4f2a91c0 9e11d003",
            "  dyno compare STUDY:version=2.6.3,step=both STUDY:version=2.7.0,step=both",
            "  dyno compare --a 4f2a,51b0,77c1 --b 9e11,a3c4,b9d2 --markdown compared.md"
        })
final class CompareCommand extends Verb implements Verb.FindsProblems {

    private static final String HOW =
            " must be two runs, A and B, or --a RUN[,RUN…] --b RUN[,RUN…], or --a SETUP --b SETUP" + " WORKLOAD.";

    /** Comma before the next setting; values can contain commas, too. */
    private static final Pattern NEXT_SETTING = Pattern.compile(",(?=[a-z][A-Za-z0-9.\\[\\]_-]*=)");

    private static final String COMPARED_WITH = "compared-with-";

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN|WORKLOAD",
            completionCandidates = Candidates.Runs.class,
            description =
                    "A and B: folder of a run, the beginning of its name or id as dyno history shows them, or last;"
                            + " or the folder of a study, or STUDY:AXIS=VALUE,... for one of its cells."
                            + " With setups: the workload file.")
    private List<String> words = List.of();

    @Option(
            names = "--a",
            paramLabel = "SETUP|RUN[,…]",
            description =
                    "The setup that B is compared with, or several of its stored runs; may be repeated. Default: the"
                            + " first RUN.")
    private List<String> givenA = new ArrayList<>();

    @Option(
            names = "--b",
            paramLabel = "SETUP|RUN[,…]",
            description = "The other setup, or several of its stored runs; may be repeated. Default: the second RUN.")
    private List<String> givenB = new ArrayList<>();

    @Option(
            names = "--paired",
            description =
                    "Of stored runs: they were made in turns, the first of A belongs to the first of B, and so on.")
    private boolean paired;

    @Option(
            names = "--with-invalid",
            description = "Use the numbers of runs that are INVALID, too, and of stored runs that failed.")
    private boolean withInvalid;

    @Mixin
    private BlockOptions blocks = new BlockOptions();

    @Mixin
    private AdmissionOptions admission = new AdmissionOptions();

    @Mixin
    private ComparisonOptions options = new ComparisonOptions();

    @Mixin
    private StoredRuns runs = new StoredRuns();

    @Override
    int carryOut() throws Refusal, IOException {
        DecisionRule rule = options.rule(problems);
        Optional<Latency> latency = options.judging.latency(problems);
        options.check(problems);
        if (!blocks.calibrate) {
            Optional<StudySide> a = studySide(givenA, 0);
            Optional<StudySide> b = studySide(givenB, 1);
            if (a.isPresent() && b.isPresent()) {
                return compareStudies(a.get(), b.get(), rule, latency);
            }
        }
        boolean setups = blocks.calibrate
                || Stream.concat(givenA.stream(), givenB.stream()).anyMatch(given -> given.contains("="));
        return setups ? runSetups(rule, latency) : compareStored(rule, latency);
    }

    private int compareStored(DecisionRule rule, Optional<Latency> latency) throws Refusal, IOException {
        boolean named = !givenA.isEmpty() || !givenB.isEmpty();
        problems.addIf(!named && words.size() != 2, "RUN: " + counted(words.size()) + ";" + HOW);
        problems.addIf(
                named && !words.isEmpty(), "RUN: " + String.join(" ", words) + "; contradicts --a and --b;" + HOW);
        problems.addIf(named && givenA.isEmpty(), "--a: is missing; --b needs a side to be compared with.");
        problems.addIf(named && givenB.isEmpty(), "--b: is missing; --a needs a side to be compared with.");
        int manyA = FigureShares.words(givenA).size();
        int manyB = FigureShares.words(givenB).size();
        problems.addIf(
                paired && manyA != manyB,
                "--paired: " + manyA + " runs of A and " + manyB + " of B; must be as many of each.");
        BlockOptions.refuse(spec, problems);
        problems.refuse();
        Side a = runs.side("A", named ? givenA : words.subList(0, 1));
        Side b = runs.side("B", named ? givenB : words.subList(1, 2));
        return show(ComparisonReport.ofStored(a, b, paired, latency, rule, withInvalid, false));
    }

    private Optional<StudySide> studySide(List<String> given, int place) {
        boolean options = !givenA.isEmpty() || !givenB.isEmpty();
        if (options) {
            return given.size() == 1 && words.isEmpty() ? StudySide.parse(given.get(0), problems) : Optional.empty();
        }
        return words.size() == 2 ? StudySide.parse(words.get(place), problems) : Optional.empty();
    }

    private int compareStudies(StudySide a, StudySide b, DecisionRule rule, Optional<Latency> latency)
            throws Refusal, IOException {
        BlockOptions.refuse(spec, problems);
        problems.addIf(
                !StudyComparison.isOfCells(a, b) && options.writesFiles(),
                "--markdown, --csv, --junit and --json: are of one comparison; name a cell, like " + a.folder()
                        + ":AXIS=VALUE.");
        problems.refuse();
        StudyComparison comparison = new StudyComparison(rule, latency, paired, withInvalid);
        return StudyComparison.isOfCells(a, b) ? show(comparison.ofCells(a, b)) : compareCells(comparison, a, b);
    }

    private int compareCells(StudyComparison comparison, StudySide a, StudySide b) throws IOException {
        Map<String, ComparisonReport> cells = comparison.cellByCell(a, b, options.allFacts, out());
        String title = a.folder().getFileName() + " and " + b.folder().getFileName() + ", cell by cell";
        Path beside = a.folder().resolve(COMPARED_WITH + b.folder().getFileName() + ".html");
        if (!page(beside, title, cells)) {
            return Exit.FAILED;
        }
        return cells.values().stream().anyMatch(ComparisonReport::hasRuns) ? status(cells.values()) : Exit.INVALID;
    }

    private int show(ComparisonReport report) {
        new ComparisonTable(report).lines(options.allFacts).forEach(out()::println);
        return !write(report) ? Exit.FAILED : report.hasRuns() ? status(List.of(report)) : Exit.INVALID;
    }

    private int status(Collection<ComparisonReport> reports) {
        return options.status(reports, sentence -> err().println(spec.qualifiedName() + ": " + sentence));
    }

    private static String counted(int runs) {
        return runs == 0 ? "is missing" : runs == 1 ? "one is given" : runs + " are given";
    }

    private boolean write(ComparisonReport report) {
        List<RunSummary> ofA = report.a().runs();
        List<RunSummary> ofB = report.b().runs();
        boolean good = true;
        if (report.hasRuns()) {
            String other = ofB.get(0).folderName();
            good = page(
                    ofA.get(0).folder().resolve(COMPARED_WITH + other.substring(other.lastIndexOf('-') + 1) + ".html"),
                    report.title(),
                    Map.of("", report));
        }
        return options.files(report).write(out(), err()) && good;
    }

    /**
     * Writes the page.
     *
     * @return false if the page was asked for and failed; a page that nobody asked for may be missing
     */
    private boolean page(Path beside, String title, Map<String, ComparisonReport> reports) {
        Path file = options.html.orElse(beside);
        try {
            ComparisonPage.write(file, title, reports);
            out().println();
            out().println("page  " + file);
            return true;
        } catch (IOException e) {
            err().println(spec.qualifiedName() + ": there is no page: " + e.getMessage());
            return options.html.isEmpty();
        }
    }

    private int runSetups(DecisionRule rule, Optional<Latency> latency) throws Refusal {
        checkSetups();
        Setup setupA = Setup.parse("--a", settings(givenA), problems);
        Setup setupB = blocks.calibrate ? setupA : Setup.parse("--b", settings(givenB), problems);
        problems.addIf(
                !blocks.calibrate && !givenB.isEmpty() && setupA.settings().equals(setupB.settings()),
                "--b: is the same setup as --a. --calibrate runs A against itself.");
        Alternation.Plan plan = new Alternation.Plan(
                rule,
                latency,
                blocks.blocks(problems),
                blocks.budgetNs(problems),
                blocks.seed(problems),
                blocks.calibrate);
        Outputs.check(Outputs.Choice.stored(runs.given), problems);
        if (words.size() != 1) {
            throw new Refusal(problems.sentences());
        }
        DriverFolders folders = drivers(List.of());
        SetupComparison.Named a = named("A", setupA, folders);
        SetupComparison.Named b = blocks.calibrate
                ? new SetupComparison.Named("A again", a.title(), a.run())
                : named("B", setupB, folders);
        Optional<WorkerPool> workers = WorkerPool.of(List.of(a.run(), b.run()), admission.given(), out(), problems);
        problems.refuse();
        Screen screen = screen(out());
        try (RunExecutor executor = RunExecutor.ofProgress(folders, home, screen, err(), Signals::endInGoodOrder);
                SystemTime time = new SystemTime()) {
            executor.useWorkers(workers);
            executor.storeCommand(given());
            SetupComparison.head(a, b, plan, blocks.budget).forEach(out()::println);
            out().println();
            return carryOut(
                    new SetupComparison(a, b, plan, withInvalid, options.allFacts, runs.given, executor, time, screen));
        }
    }

    private int carryOut(SetupComparison comparison) {
        Optional<ComparisonReport> report = comparison.carryOut();
        if (report.isEmpty()) {
            return Math.max(Exit.FAILED, comparison.status());
        }
        if (!write(report.get())) {
            return Exit.FAILED;
        }
        return comparison.status() == Exit.GOOD ? status(List.of(report.get())) : comparison.status();
    }

    private void checkSetups() {
        problems.addIf(
                words.size() != 1,
                "WORKLOAD: " + counted(words.size())
                        + "; setups need one workload file, like workloads/one-queue.yaml.");
        problems.addIf(
                blocks.calibrate && !givenB.isEmpty(), "--b: contradicts --calibrate, which runs A against itself.");
        problems.addIf(
                blocks.calibrate && options.failIf.isPresent(),
                "--fail-if: contradicts --calibrate, which runs A against itself.");
        problems.addIf(
                !blocks.calibrate && givenA.isEmpty(), "--a: is missing; must be a setup, like broker=artemis:2.6.3.");
        problems.addIf(
                !blocks.calibrate && givenB.isEmpty(),
                "--b: is missing; must be a setup, like broker=artemis:2.7.0. --calibrate runs A against itself.");
        problems.addIf(paired, "--paired: is about stored runs; setups always run in pairs. Leave it out.");
    }

    private SetupComparison.Named named(String name, Setup setup, DriverFolders folders) {
        PlannedRun run = setup.resolve(
                overrides -> read(name, overrides), SettingFlags.besideFile(spec), folders, home, problems);
        String title = setup.title();
        return new SetupComparison.Named(
                name, title.isEmpty() ? "broker=" + TargetSettings.DEFAULT_BROKER : title, run);
    }

    private WorkloadFile read(String name, List<YamlOverride> overrides) {
        WorkloadFile file = WorkloadFile.read(Path.of(words.get(0)), overrides);
        return blocks.quick && file.problems().isEmpty()
                ? QuickSize.of(file, change -> out().println("QUICK: " + name + ": " + change))
                : file;
    }

    static List<String> settings(List<String> given) {
        return given.stream()
                .flatMap(text -> NEXT_SETTING.splitAsStream(text))
                .map(String::strip)
                .toList();
    }
}
