package dev.dyno.cli.options;

import dev.dyno.app.plan.Problems;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.config.WorkerSettings;
import dev.dyno.report.compare.Comparison;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options for running setups alternately. */
public final class BlockOptions {

    private static final List<String> NAMES =
            List.of("--blocks", "--budget", "--seed", "--quick", "--calibrate", "--keys", "--secret");

    private static final String BLOCKS = "20";
    private static final String BUDGET = "30m";

    /** Maximum number of blocks: more would take weeks, even with runs of a minute. */
    private static final int MOST_BLOCKS = 10_000;

    /** Bound of random seeds: large enough, and short enough to type again. */
    private static final int SHORT_SEEDS = 1_000_000;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = BLOCKS,
            description =
                    "Of setups: at most N runs of each; fewer, if all is clear before. Default: ${DEFAULT-VALUE}.")
    public String blocks = BLOCKS;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            defaultValue = BUDGET,
            description = "Of setups: begin no pair of runs that would not be over after this time. Default:"
                    + " ${DEFAULT-VALUE}.")
    public String budget = BUDGET;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Of setups: seed of the order in which they run. Default: another one each time, which is shown and"
                            + " stored with the runs.")
    public Optional<String> seed = Optional.empty();

    @Option(
            names = "--quick",
            description =
                    "Of setups: a small size of the workload that this machine can hold. Default: as the file says.")
    public boolean quick;

    @Option(
            names = "--calibrate",
            description = "Run A against itself: how much do two runs of one setup differ, and what can be seen here?")
    public boolean calibrate;

    public int blocks(Problems problems) {
        return (int) problems.number("--blocks", blocks, Comparison.LEAST_PAIRS, MOST_BLOCKS, "");
    }

    public long budgetNs(Problems problems) {
        long ns = problems.parse("--budget", budget, Units::parseDurationNs, 1L);
        problems.addIf(ns <= 0, "--budget: " + budget + "; must be more than 0.");
        return ns;
    }

    public long seed(Problems problems) {
        return seed.map(given -> problems.number("--seed", given, Long.MIN_VALUE, Long.MAX_VALUE, ""))
                .orElseGet(() -> (long) new SecureRandom().nextInt(SHORT_SEEDS));
    }

    /** Refuses these options, if given, for stored runs, where they have no effect. */
    public static void refuse(CommandSpec spec, Problems problems) {
        typed(spec)
                .forEach(option -> problems.add(option
                        + ": is about setups that Dyno runs, and stored runs are named; leave it out, or give setups like --a"
                        + " broker=artemis."));
    }

    private static Stream<String> typed(CommandSpec spec) {
        return Optional.ofNullable(spec.commandLine().getParseResult()).stream().flatMap(parsed -> Stream.concat(
                        NAMES.stream(),
                        WorkerSettings.SECTION.settings().stream().flatMap(setting -> setting.flags().stream()))
                .filter(parsed::hasMatchedOption));
    }
}
