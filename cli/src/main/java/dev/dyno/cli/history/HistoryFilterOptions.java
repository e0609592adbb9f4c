package dev.dyno.cli.history;

import dev.dyno.app.plan.Problems;
import dev.dyno.cli.options.Candidates;
import dev.dyno.model.result.Verdict;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that choose among the stored runs. */
public final class HistoryFilterOptions {

    @Option(
            names = "--broker",
            paramLabel = "NAME[:VERSION]",
            completionCandidates = Candidates.Brokers.class,
            description = "Only runs on this broker; a version may be its beginning. Default: all.")
    Optional<String> broker = Optional.empty();

    @Option(
            names = "--driver",
            paramLabel = "NAME",
            completionCandidates = Candidates.Drivers.class,
            description = "Only runs through this driver. Default: all.")
    Optional<String> driver = Optional.empty();

    @Option(
            names = "--name",
            paramLabel = "PATTERN",
            description = "Only runs of this name, with * for any text and ? for any letter. Default: all.")
    Optional<String> name = Optional.empty();

    @Option(
            names = "--tag",
            paramLabel = "NAME=PATTERN",
            description = "Only runs with this tag, with * for any text; may be repeated. Default: all.")
    Map<String, String> tags = Map.of();

    @Option(
            names = "--verdict",
            paramLabel = "VERDICT",
            description = "Only runs of this verdict: VALID, SUSPECT or INVALID. Default: all.")
    Optional<String> verdict = Optional.empty();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description =
                    "Only runs of the last 2d, 12h and the like, or since a day like 2026-11-20 (UTC). Default: all.")
    Optional<String> since = Optional.empty();

    @Option(names = "--all", description = "Retired runs, too.")
    boolean all;

    public HistoryFilter read(Problems problems) {
        problems.notBlank("--broker", broker);
        problems.notBlank("--driver", driver);
        problems.notBlank("--name", name);
        return new HistoryFilter(
                broker,
                driver,
                name,
                tags,
                verdict.map(text -> problems.choice("--verdict", text, Verdict.Level.class, Verdict.Level.VALID)),
                since.flatMap(text -> HistoryFilter.since("--since", text, Instant.now(), problems)),
                all);
    }
}
