package dev.dyno.cli;

import dev.dyno.compare.ComparisonReport;
import dev.dyno.compare.ComparisonTable;
import dev.dyno.compare.Rule;
import dev.dyno.compare.Side;
import dev.dyno.result.Latency;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dyno compare}: what differs between two, and how surely. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Compare stored runs: by what B differs from A, how surely, and how many more runs would tell.",
            "",
            "Each run is one observation, whatever the number of its messages. Verdicts: better, worse, equivalent within"
                    + " a margin, or inconclusive."
        },
        footer = {
            "",
            "Examples:",
            "  dyno compare 4f2a91c0 9e11d003",
            "  dyno compare --a 4f2a,51b0,77c1 --b 9e11,a3c4,b9d2 --markdown compared.md"
        })
final class CompareCommand implements Callable<Integer>, Refusal.Complete {

    private static final String HOW = " must be two runs, A and B, or --a RUN[,RUN…] --b RUN[,RUN…].";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            description =
                    "A and B: folder of a run, the beginning of its name or id as dyno history shows them, or last.")
    private List<String> words = List.of();

    @Option(
            names = "--a",
            paramLabel = "RUN[,…]",
            description = "Several runs of A; may be repeated. Default: the first RUN.")
    private List<String> givenA = new ArrayList<>();

    @Option(
            names = "--b",
            paramLabel = "RUN[,…]",
            description = "Several runs of B; may be repeated. Default: the second RUN.")
    private List<String> givenB = new ArrayList<>();

    @Option(
            names = "--paired",
            description = "The runs were made in turns: the first of A belongs to the first of B, and so on.")
    private boolean paired;

    @Option(names = "--with-invalid", description = "Use the numbers of runs that failed or are INVALID, too.")
    private boolean withInvalid;

    @Mixin
    private ComparisonOptions options = new ComparisonOptions();

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            description = "Where runs are looked for by name. Default: ~/.dyno/runs.")
    private Optional<Path> runs = Optional.empty();

    private final Problems problems = new Problems();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        ParseProblems.of(spec).forEach(problems::add);
        boolean named = !givenA.isEmpty() || !givenB.isEmpty();
        problems.addIf(!named && words.size() != 2, "RUN: " + counted(words.size()) + ";" + HOW);
        problems.addIf(
                named && !words.isEmpty(), "RUN: " + String.join(" ", words) + "; contradicts --a and --b;" + HOW);
        problems.addIf(named && givenA.isEmpty(), "--a: is missing; --b needs a side to stand against.");
        problems.addIf(named && givenB.isEmpty(), "--b: is missing; --a needs a side to stand against.");
        Rule rule = options.rule(problems);
        Optional<Latency> latency = options.latency(problems);
        options.check(problems);
        int manyA = FigureShares.words(givenA).size();
        int manyB = FigureShares.words(givenB).size();
        problems.addIf(
                paired && manyA != manyB,
                "--paired: " + manyA + " runs of A and " + manyB + " of B; must be as many of each.");
        if (!problems.isEmpty()) {
            return Refusal.say(spec, problems.sentences());
        }
        try {
            StoredSides stored = new StoredSides(runs.orElseGet(Home::defaultRuns));
            Side a = stored.read("A", named ? givenA : words.subList(0, 1));
            Side b = stored.read("B", named ? givenB : words.subList(1, 2));
            return tell(ComparisonReport.ofStored(a, b, paired, latency, rule, withInvalid), out, err);
        } catch (IOException e) {
            err.println(spec.qualifiedName() + ": " + e.getMessage());
            return Exit.FAILED;
        }
    }

    private static String counted(int runs) {
        return runs == 0 ? "is missing" : runs == 1 ? "one is given" : runs + " are given";
    }

    private int tell(ComparisonReport report, PrintWriter out, PrintWriter err) {
        new ComparisonTable(report).lines().forEach(out::println);
        boolean written = options.files(report).write(out, err);
        out.flush();
        if (!written) {
            return Exit.FAILED;
        }
        return report.a().runs().isEmpty() || report.b().runs().isEmpty() ? Exit.INVALID : Exit.GOOD;
    }
}
