package dev.dyno.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.FaultResult.Reconnects;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.FigureMark.Kind;
import dev.dyno.model.result.GroupResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.Percentiles;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.verdict.Marks;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.page.HtmlReporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFolderTest {

    /** Every field by its own equals, histograms bucket by bucket. */
    private static final RecursiveComparisonConfiguration EXACT = RecursiveComparisonConfiguration.builder()
            .withEqualsForType((a, b) -> a.asMap().equals(b.asMap()), Latencies.class)
            .withStrictTypeChecking(true)
            .build();

    private static void assertSame(Object actual, Object expected) {
        assertThat(actual).usingRecursiveComparison(EXACT).isEqualTo(expected);
    }

    @Test
    void everythingComesBackAsItWas(@TempDir Path runs) throws Exception {
        Path folder = store(runs, Samples.intervals(), Samples.result());
        RunFolderReader stored = new RunFolderReader(folder);

        assertSame(stored.result(), Samples.result());
        assertThat(stored.result().config()).isEqualTo(Samples.result().config());
        assertThat(List.copyOf(stored.result().config().keySet()))
                .isEqualTo(List.copyOf(Samples.result().config().keySet()));
        assertSame(stored.intervals(), Samples.intervals());
        assertThat(stored.intervals()).hasSize(5);
        assertThat(stored.resources()).isEqualTo(Samples.resources()).hasSize(4);
        assertThat(new RunFolderReader(folder).resources()).isEqualTo(Samples.resources());
        assertSame(new RunFolderReader(folder).intervals(), Samples.intervals());
        assertThat(names(folder)).containsExactly("intervals.jsonl", "latency.hdr", "resources.jsonl", "run.json");
    }

    /** In the second one only messages of the warm-up ended; in the last one some were given up. */
    private static List<Interval> threeSeconds() {
        long second = Samples.SECOND;
        Latencies none = new Latencies();
        Latencies open = Samples.all(3);
        open.addUnfinished(Latency.RESPONSE, 5 * second, 40);
        return List.of(
                Samples.second(0, Interval.Phase.WARMUP, Counts.ZERO, Samples.all(1)),
                Samples.interval(1, Interval.Phase.MEASURE, second, 2 * second, Counts.ZERO, none, Samples.all(2)),
                Samples.second(2, Interval.Phase.DRAIN, Counts.ZERO, open));
    }

    private static Map<String, Percentiles> shown(Interval interval) {
        return interval.shown().percentilesByTag();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void briefIntervalsHaveTheLatenciesThatReportsOfThemShow(int seconds, @TempDir Path runs) throws Exception {
        List<Interval> intervals = threeSeconds().subList(0, seconds);
        List<Interval> brief = new RunFolderReader(store(runs, intervals, Samples.result())).briefIntervals();
        assertThat(brief).hasSize(seconds);
        for (int i = 0; i < seconds; i++) {
            assertThat(shown(brief.get(i))).as("second " + i).isEqualTo(shown(intervals.get(i)));
        }
    }

    /** Percentiles of observed and unfinished messages together need their histograms. */
    @Test
    void withoutTheLogALatencyIsLeftOutOfSecondsWithUnfinishedMessages(@TempDir Path runs) throws Exception {
        Path folder = store(runs, threeSeconds(), Samples.result());
        Files.delete(folder.resolve("latency.hdr"));
        List<Interval> intervals = new RunFolderReader(folder).intervals();
        assertThat(shown(intervals.get(0))).isEqualTo(shown(threeSeconds().get(0)));
        // Those of the warm-up that ended later are none of that second's own.
        assertThat(shown(intervals.get(1))).isEmpty();
        Map<String, Percentiles> last = shown(threeSeconds().get(2));
        last.remove("response");
        assertThat(shown(intervals.get(2))).isEqualTo(last);
        assertThat(intervals)
                .allSatisfy(interval -> assertThat(interval.shown().asMap()).isEmpty());
    }

    /** For a comparison by a share, and for the query of histograms. */
    @Test
    void theHistogramsOfARunAreReadWithoutTheLog(@TempDir Path runs) throws Exception {
        Path folder = store(runs, Samples.intervals(), Samples.result());
        Files.delete(folder.resolve("latency.hdr"));
        Figure share = Figures.find(Use.COMPARED, "response-share-1us-1ms").orElseThrow();
        assertThat(share.of(new RunFolderReader(folder).summary().withHistograms()))
                .isEqualTo(share.of(Numbers.of(Samples.result())))
                .isPresent();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyItsOwnerReadsIt(@TempDir Path runs) throws Exception {
        Path folder = store(runs, Samples.intervals(), Samples.result());
        RunFolder.mark(folder, new RunMark(RunMark.Kind.VALID, "", Instant.EPOCH));
        HtmlReporter.write(folder.resolve(RunFolder.REPORT), List.of(folder));
        assertThat(rights(folder)).isEqualTo("rwx------");
        assertThat(names(folder)).hasSize(6).allSatisfy(name -> assertThat(rights(folder.resolve(name)))
                .isEqualTo("rw-------"));
    }

    /** Guards the test above: a comparison that finds no difference anywhere would pass it. */
    @Test
    void comparisonOfTheRoundTripSeesASingleValueMore() {
        Latencies more = Samples.all(6);
        more.add(Latency.COMMIT, Samples.histogram(3));
        RunResult other = Samples.result(parts -> parts.latencies = more);

        assertThat(other).usingRecursiveComparison(EXACT).isNotEqualTo(Samples.result());
    }

    @Test
    void whatAReporterThrowsWhileARunIsReportedAgainIsNotTakenForDamage(@TempDir Path runs) throws Exception {
        Path folder = store(runs, Samples.intervals(), Samples.result());
        Reporter full = new Reporter() {
            @Override
            public void onInterval(Interval interval) throws IOException {
                throw new IOException("no space");
            }
        };

        assertThatThrownBy(() -> new RunFolderReader(folder).replay(full))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(RunFolderException.class)
                .hasMessage("no space");
    }

    @Test
    void runWithoutIntervalsOrLatenciesComesBack(@TempDir Path runs) throws Exception {
        RunResult empty = Samples.valid(parts -> {
            parts.outcome = Outcome.INTERRUPTED;
            parts.ledger = LedgerCounts.EMPTY;
            parts.lastDeliveryNs = Optional.of(3_000_000_000L);
        });
        RunFolderReader stored = new RunFolderReader(store(runs, List.of(), empty));

        assertSame(stored.result(), empty);
        assertThat(stored.intervals()).isEmpty();
        assertThat(stored.resources()).isEmpty();
    }

    /** 2^34 is in a bucket of 2^24, so the mean is 2^34 + 2^23, which is written without a fraction. */
    @Test
    void largeWholeMeanComesBack(@TempDir Path runs) throws Exception {
        Latencies latencies = Samples.latencies(Map.of(Latency.COMMIT, Samples.histogram(1L << 34)));
        Interval interval = Samples.second(0, Interval.Phase.MEASURE, Counts.ZERO, latencies);
        Path folder = store(runs, List.of(interval), Samples.resultOfFormat());

        assertThat(Files.readString(folder.resolve("intervals.jsonl"))).contains("\"meanNs\":17188257792,");
        assertSame(new RunFolderReader(folder).intervals(), List.of(interval));
    }

    /** Version 5 is that of runs with groups. */
    private static RunResult result(String version) {
        RunResult result = Samples.resultOfFormat();
        if (!version.equals("run-v5")) {
            return result;
        }
        GroupResult web = Objects.requireNonNull(Samples.withGroups().groups().get("web"));
        GroupResult brief = Samples.changed(web, Map.of("latencies", result.latencies()));
        return result.with(parts -> parts.groups = Map.of("web", brief));
    }

    private static Interval interval(String version) {
        Interval interval = Samples.intervalOfFormat();
        return version.equals("run-v5")
                ? Samples.changed(interval, Map.of("groups", Map.of("web", interval)))
                : interval;
    }

    /**
     * The text is the contract with every later version and with other programs: it changes only with the version. Only the
     * compressed bytes may differ, from one JDK's zlib to another's.
     */
    @ParameterizedTest
    @ValueSource(strings = {"run-v4", "run-v5"})
    void formatIsTheOneOfItsVersion(String version, @TempDir Path runs) throws Exception {
        Path folder = store(runs, List.of(interval(version)), result(version));
        Path golden = resource(version);

        for (String file : List.of("run.json", "intervals.jsonl", "resources.jsonl")) {
            assertThat(masked(folder.resolve(file)))
                    .as(file)
                    .isEqualToNormalizingNewlines(masked(golden.resolve(file)));
        }
    }

    @Test
    void theSharesOfSeveralWorkersComeBack(@TempDir Path runs) throws Exception {
        RunResult result = Samples.withWorkers();

        assertThat(new RunFolderReader(store(runs, List.of(), result)).result().workers())
                .isEqualTo(result.workers())
                .hasSize(2);
    }

    @Test
    void groupsComeBack(@TempDir Path runs) throws Exception {
        RunResult result = Samples.withGroups();
        Interval interval = Samples.changed(
                Samples.intervals().get(1),
                Map.of("groups", Map.of("web", Samples.intervals().get(0))));
        Path folder = store(runs, List.of(interval), result);

        RunFolderReader stored = new RunFolderReader(folder);
        assertSame(stored.result(), result);
        Interval own = Objects.requireNonNull(stored.intervals().get(0).groups().get("web"));
        assertThat(own.counts()).isEqualTo(Samples.intervals().get(0).counts());
        assertThat(own.latencies().asMap())
                .isEqualTo(Samples.intervals().get(0).latencies().asMap());
        assertThat(Files.readString(folder.resolve("latency.hdr"))).contains("\nTag=web/warmup-response,");
        assertThat(Files.readString(folder.resolve("run.json"))).contains("\"schemaVersion\" : 5,");
        Figure p99 = Figures.find(Use.STUDY, "web/response-p99").orElseThrow();
        assertThat(p99.of(new RunFolderReader(folder).summary().numbers()))
                .isEqualTo(p99.of(Numbers.of(result)))
                .isPresent();
        assertThat(p99.mark(new RunFolderReader(folder).summary().numbers())).contains(new FigureMark(Kind.FEW, 0.5));
    }

    private static FaultResult withoutCause(FaultResult fault) {
        Reconnects unknown = Samples.changed(fault.reconnects(), Map.of("cause", Optional.empty()));
        return Samples.changed(fault, Map.of("reconnects", unknown));
    }

    /**
     * Findings of version 2 were their sentences, and connections broke without a cause. Before version 4 nobody measured wake-ups,
     * and figures had no marks: percentiles alone give some.
     */
    @ParameterizedTest
    @ValueSource(strings = {"run-v2", "run-v3", "run-v4", "run-v5"})
    void runOfTheFormatIsReadable(String folder) throws Exception {
        boolean hasMarks = folder.compareTo("run-v4") >= 0;
        RunFolderReader stored = new RunFolderReader(resource(folder));
        RunResult expected = result(folder);
        if (!hasMarks) {
            RunResult unmarked = Samples.resultWithoutMarks();
            expected = unmarked.withVerdict(Marks.of(unmarked).on(unmarked.verdict()));
            assertThat(expected.verdict().marks()).containsKeys("response-p50", "response-p90");
        }
        if (folder.equals("run-v2")) {
            expected = expected.with(parts -> parts.faults =
                    parts.faults.stream().map(RunFolderTest::withoutCause).toList());
        }

        assertThat(stored.result())
                .usingRecursiveComparison(EXACT)
                .ignoringFieldsMatchingRegexes(hasMarks ? "no such field" : ".*wakeUps.*")
                .isEqualTo(expected);
        assertThat(stored.result().conditions().orElseThrow().wakeUps().isPresent())
                .isEqualTo(hasMarks);
        assertSame(stored.intervals(), List.of(interval(folder)));
        assertThat(stored.resources()).isEqualTo(Samples.resources());
    }

    @Test
    void folderIsNamedByTimeNameAndRunAndNeverUsedTwice(@TempDir Path temp) throws Exception {
        Path runs = temp.resolve("deep/runs");

        assertThat(name(RunFolder.create(runs, Samples.START, "two queues", "r-0123456789")))
                .isEqualTo("20260301-120000-two-queues-r-012345");
        assertThat(name(RunFolder.create(runs, Samples.START, "two queues", "r-0123456789")))
                .isEqualTo("20260301-120000-two-queues-r-012345-2");
        assertThat(name(RunFolder.create(runs, Samples.START, "../../etc/pass wd", "/")))
                .isEqualTo("20260301-120000-etc-pass-wd-run");
        assertThat(name(RunFolder.create(runs, Samples.START, "x".repeat(300), "")))
                .isEqualTo("20260301-120000-" + "x".repeat(40) + "-run");
        assertThat(names(runs)).hasSize(4);
    }

    @Test
    void killedRunIsReadableUpToItsLastCompleteIntervalAndSample(@TempDir Path runs) throws Exception {
        Path folder = RunFolder.create(runs, Samples.START, "killed", "id");
        try (Reporter reporter = RunFolder.reporter(folder)) {
            for (Interval interval : Samples.intervals()) {
                reporter.onInterval(interval);
            }
            for (ResourceSample sample : Samples.resources()) {
                reporter.onResources(sample);
            }
            // Before close: what a kill leaves.
            assertSame(new RunFolderReader(folder).intervals(), Samples.intervals());
            assertThat(new RunFolderReader(folder).resources()).isEqualTo(Samples.resources());
        }
        RunFolderDamageTest.cut(folder, "intervals.jsonl", 1);
        RunFolderDamageTest.cut(folder, "resources.jsonl", 1);

        assertSame(
                new RunFolderReader(folder).intervals(),
                List.copyOf(Samples.intervals().subList(0, 4)));
        assertThat(new RunFolderReader(folder).resources())
                .isEqualTo(Samples.resources().subList(0, 3));
        assertThatThrownBy(() -> new RunFolderReader(folder).result())
                .isInstanceOf(RunFolderException.class)
                .hasMessage(
                        folder + ": this run has neither run.json nor begun.json, without which it cannot be read.");
    }

    @Test
    void killedRunIsAPartialOneOfItsCompleteIntervals(@TempDir Path runs) throws Exception {
        Path folder = RunFolder.create(runs, Samples.START, "killed", "id");
        RunResult begun = Samples.result();
        try (Reporter reporter = RunFolder.reporter(folder)) {
            reporter.onBegin(begun);
            for (Interval interval : Samples.intervals()) {
                reporter.onInterval(interval);
            }
        }
        RunFolderDamageTest.cut(folder, "intervals.jsonl", 1);

        RunFolderReader stored = new RunFolderReader(folder);
        List<Interval> whole = Samples.intervals().subList(0, 4);
        assertSame(stored.intervals(), List.copyOf(whole));
        RunResult result = stored.result();
        assertThat(result.totals())
                .isEqualTo(whole.stream().map(Interval::counts).reduce(Counts.ZERO, Counts::plus));
        Latencies sum = new Latencies();
        whole.forEach(interval -> sum.add(interval.latencies()));
        assertThat(result.latencies().percentiles()).isEqualTo(sum.percentiles());
        assertThat(result.config()).isEqualTo(begun.config());
        assertThat(result.environment()).isEqualTo(begun.environment());
        assertThat(result.semantics()).isEqualTo(begun.semantics());
        assertThat(result.verdict().level()).isEqualTo(Verdict.Level.INVALID);
        assertThat(result.verdict().reasons())
                .extracting(FindingText.FLAGS::line)
                .singleElement(STRING)
                .startsWith("INVALID partial: ")
                .contains("the 4 intervals that are stored without a last line that was cut off");
        assertThat(new RunFolderReader(folder).summary().latencies()).isEqualTo(sum.percentilesByTag());
        assertThat(RunFolder.isFinished(folder)).isFalse();
        assertThat(stored.lacks()).isEmpty();
        for (String file : List.of("latency.hdr", "resources.jsonl")) {
            Files.delete(folder.resolve(file));
        }
        assertThat(stored.result().totals()).isEqualTo(result.totals());
        assertThat(stored.result().latencies().isEmpty()).isTrue();
        assertThat(stored.lacks())
                .containsExactly(
                        folder + ": latency.hdr is missing; what it held is left out.",
                        folder + ": resources.jsonl is missing; what it held is left out.");
    }

    @Test
    void beginningOfARunGoesWithItsEnd(@TempDir Path runs) throws Exception {
        Path folder = RunFolder.create(runs, Samples.START, "whole", "id");
        try (Reporter reporter = RunFolder.reporter(folder)) {
            reporter.onBegin(Samples.result());
            assertThat(folder.resolve("begun.json")).exists();
            reporter.onResult(Samples.result());
        }
        assertThat(folder.resolve("begun.json")).doesNotExist();
        assertThat(new RunFolderReader(folder).summary().result().verdict())
                .isEqualTo(Samples.result().verdict());
    }

    @Test
    void placeThatIsNoRunIsASentence(@TempDir Path runs) throws Exception {
        Path missing = runs.resolve("missing");

        assertThatThrownBy(() -> new RunFolderReader(missing).result())
                .isInstanceOf(RunFolderException.class)
                .hasMessage(missing + ": there is no such folder. Name the folder of a stored run.");
        assertThatThrownBy(() -> new RunFolderReader(runs).intervals())
                .isInstanceOf(RunFolderException.class)
                .hasMessage(runs + ": this is not a stored run, it has no intervals.jsonl. Name the folder of a run.");
    }

    /** A folder may be somebody else's: a link in it would let a new page or mark take the place of any file of its reader. */
    @ParameterizedTest
    @ValueSource(strings = {RunFolder.REPORT, RunFolder.MARKS, RunFolder.MARKS + ".tmp", RunFolder.HISTOGRAMS})
    @DisabledOnOs(OS.WINDOWS)
    void folderWithALinkIsRefused(String name, @TempDir Path runs) throws Exception {
        Path folder = store(runs, Samples.intervals(), Samples.result());
        Path other = Files.writeString(runs.resolve("other"), "");
        Path link = folder.resolve(name);
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, other);

        String sentence =
                link + ": is a link; the folder of a run or study has only files of its own. Put the file there.";
        assertThatThrownBy(() -> new RunFolderReader(folder).result()).hasMessage(sentence);
        assertThatThrownBy(() -> new RunFolderReader(folder).summary()).hasMessage(sentence);
        assertThatThrownBy(() -> RunFolder.mark(folder, new RunMark(RunMark.Kind.VALID, "", Instant.EPOCH)))
                .hasMessage(sentence);
        assertThatThrownBy(() -> HtmlReporter.write(folder.resolve(RunFolder.REPORT), List.of(folder)))
                .hasMessage(sentence);
        assertThat(other).hasContent("");
    }

    @Test
    void checkSaysWhyNoRunCouldBeStored(@TempDir Path temp) throws Exception {
        Path file = Files.createFile(temp.resolve("file"));
        Path inside = file.resolve("runs");

        assertThat(RunFolder.check(temp.resolve("not/there/yet"), "the runs")).isEmpty();
        assertThat(temp.resolve("not")).doesNotExist();
        assertThat(RunFolder.check(inside, "the runs"))
                .contains(inside + ": cannot be a folder, because " + file
                        + " is a file. Choose another folder for the runs.");
        Path link = Files.createSymbolicLink(temp.resolve("link"), temp.resolve("gone"));
        assertThat(RunFolder.check(link.resolve("runs"), "the runs"))
                .contains(link.resolve("runs") + ": cannot be a folder, because " + link
                        + " is a link to nothing. Choose another folder for the runs.");
        assertThat(RunFolder.checkSpace(temp, "the runs", 64 << 20)).isEmpty();
        assertThat(RunFolder.checkSpace(temp, "the runs", (64 << 20) - 1))
                .contains(temp + ": only 64.0 MiB are free there; 64 MiB or more are needed."
                        + " Make room or choose another folder for the runs.");
    }

    @Test
    void runsThatCannotBeCreatedAreASentence(@TempDir Path temp) throws Exception {
        Path file = Files.createFile(temp.resolve("file"));

        assertThatThrownBy(() -> RunFolder.create(file, Samples.START, "a", "b"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ": cannot be written: ");
        assertThatThrownBy(() -> RunFolder.reporter(temp.resolve("missing")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("latency.hdr: cannot be written: the folder or file does not exist.");
    }

    @Test
    void resultThatCannotBeWrittenLeavesNoHalfFile(@TempDir Path runs) throws Exception {
        Path folder = RunFolder.create(runs, Samples.START, "a", "b");
        try (Reporter reporter = RunFolder.reporter(folder)) {
            // A folder in the way of the new name: the move must fail.
            Files.createDirectories(folder.resolve("run.json/full"));
            assertThatThrownBy(() -> reporter.onResult(Samples.result()))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(folder.resolve("run.json") + ": cannot be written: ");
        }
        assertThat(folder.resolve("run.json")).isDirectory();
    }

    static Path store(Path runs, List<Interval> intervals, RunResult result) throws IOException {
        Path folder = RunFolder.create(runs, result.started(), result.name(), result.runId());
        try (Reporter reporter = RunFolder.reporter(folder)) {
            for (Interval interval : intervals) {
                reporter.onInterval(interval);
            }
            for (ResourceSample sample : intervals.isEmpty() ? List.<ResourceSample>of() : Samples.resources()) {
                reporter.onResources(sample);
            }
            reporter.onResult(result);
        }
        return folder;
    }

    private static String name(Path folder) {
        return folder.getFileName().toString();
    }

    private static String rights(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(RunFolderTest::name).sorted().toList();
        }
    }

    private static Path resource(String run) throws Exception {
        return Path.of(
                Objects.requireNonNull(RunFolderTest.class.getResource(run)).toURI());
    }

    private static String masked(Path file) throws IOException {
        return Files.readString(file)
                .replaceAll("\"HIST[A-Za-z0-9+/=]+\"", "\"HIST…\"")
                // A new figure is none of the format; the values have tests of their own.
                .replaceAll("(\"figures\" : \\{)[^}]+", "$1…");
    }
}
