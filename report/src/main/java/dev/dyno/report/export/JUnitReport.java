package dev.dyno.report.export;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.verdict.ThresholdRule;
import dev.dyno.report.export.JUnitXml.End;
import dev.dyno.report.store.Decimals;
import dev.dyno.report.store.RunFolderException;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import dev.dyno.report.store.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs as a test suite in the XML of JUnit, for build servers: a case for each run. A run that failed, is invalid by its verdict
 * or its mark, or did not clearly meet a threshold is a failure; any other has passed. The reasons are the text of the case.
 */
public final class JUnitReport {

    private static final String SUITE = "dyno";

    private JUnitReport() {}

    private record Case(RunResult result, Verdict verdict, FindingText text) {

        /** Attributes of the failure, its type and message; empty if the run has passed. */
        List<String> failure() {
            if (!result.outcome().success()) {
                String cause =
                        result.outcome().cause().map(words -> ": " + words).orElse("");
                return List.of("type", "failed", "message", "the run failed" + cause);
            }
            if (verdict.level() == Verdict.Level.INVALID) {
                return List.of("type", "invalid", "message", "INVALID");
            }
            if (verdict.notes().stream().noneMatch(ThresholdRule::isFailing)) {
                return List.of();
            }
            boolean isMissed = verdict.notes().stream().map(Finding::code).anyMatch(ThresholdRule.MISSED::contains);
            return List.of("type", "threshold", "message", "a threshold " + (isMissed ? "was missed" : "is undecided"));
        }

        /** Name as in a list of runs, with the id, because several runs can have the same name. */
        String name() {
            return result.name() + ' ' + result.shortId();
        }

        double seconds() {
            return (result.warmupNs() + result.measuredNs() + result.drainNs()) / 1e9;
        }

        String reasons() {
            return Stream.concat(verdict.notes().stream().filter(ThresholdRule::isFailing), verdict.reasons().stream())
                    .map(reason -> text.line(reason) + "\n")
                    .collect(Collectors.joining());
        }
    }

    /**
     * Writes a suite of stored runs.
     *
     * @param folders of finished runs
     * @throws RunFolderException with a sentence, if a run cannot be read
     * @throws IOException with a sentence, if the file cannot be written
     */
    public static void write(Path file, List<Path> folders) throws IOException {
        List<Case> cases = new ArrayList<>();
        for (Path folder : folders) {
            RunSummary run = new RunFolderReader(folder).summary();
            cases.add(new Case(run.result(), run.verdict(), run.text()));
        }
        WholeFile.write(file, xml(cases));
    }

    private static String xml(List<Case> cases) {
        JUnitXml xml = new JUnitXml();
        for (Case each : cases) {
            String className = SUITE + '.' + each.result.name().replace('.', '-');
            xml.add(
                    List.of("classname", className, "name", each.name(), "time", Decimals.fixed(each.seconds(), 3)),
                    each.result.configured().tags(),
                    each.failure().isEmpty() ? End.PASSED : End.FAILURE,
                    each.failure(),
                    each.reasons());
        }
        List<String> attributes = new ArrayList<>(List.of(
                "time", Decimals.fixed(cases.stream().mapToDouble(Case::seconds).sum(), 3)));
        cases.stream()
                .map(each -> each.result.started().toString())
                .min(String::compareTo)
                .ifPresent(first -> attributes.addAll(List.of("timestamp", first)));
        return xml.suite(SUITE, attributes);
    }
}
