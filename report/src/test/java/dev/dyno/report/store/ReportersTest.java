package dev.dyno.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.workload.Phases;
import dev.dyno.report.console.ConsoleReporter;
import dev.dyno.report.console.ProgressLine;
import dev.dyno.report.console.Screen;
import dev.dyno.report.export.CsvReporter;
import dev.dyno.report.export.JsonReporter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportersTest {

    private static final String NOT_AFFECTED =
            " This report is incomplete; the run and its other reports are not affected.";

    /** Notes its calls, and fails in a chosen one. */
    private static final class Scripted implements Reporter {
        private final List<String> calls = new ArrayList<>();
        private final String failsIn;
        private final Exception failure;

        Scripted(String failsIn, Exception failure) {
            this.failsIn = failsIn;
            this.failure = failure;
        }

        @Override
        public void onInterval(Interval interval) throws IOException {
            call("interval");
        }

        @Override
        public void onResult(RunResult result) throws IOException {
            call("result");
        }

        @Override
        public void close() throws IOException {
            call("close");
        }

        private void call(String name) throws IOException {
            calls.add(name);
            if (failsIn.equals(name)) {
                if (failure instanceof IOException e) {
                    throw e;
                }
                throw (RuntimeException) failure;
            }
        }
    }

    /** A disk with room for some bytes. */
    private static final class SmallDisk extends OutputStream {
        private int free;

        SmallDisk(int free) {
            this.free = free;
        }

        @Override
        public void write(int b) throws IOException {
            if (free-- <= 0) {
                throw new IOException("No space left on device");
            }
        }
    }

    private final List<String> errors = new ArrayList<>();

    @Test
    void allReportersGetEverythingAndAreClosed() {
        Scripted one = new Scripted("", new IOException());
        Scripted two = new Scripted("", new IOException());
        assertThat(run(one, two).hasFailed()).isFalse();

        assertThat(one.calls).containsExactly("interval", "interval", "result", "close");
        assertThat(two.calls).isEqualTo(one.calls);
        assertThat(errors).isEmpty();
    }

    @Test
    void failingReporterIsNamedOnceClosedAndLeftOut() {
        Scripted bad = new Scripted("interval", new IOException("x.json: cannot be written: disk full."));
        Scripted good = new Scripted("", new IOException());
        Reporters all = run(bad, good);

        assertThat(all.hasFailed()).isTrue();
        assertThat(all.hasFailed(bad)).isTrue();
        assertThat(all.hasFailed(good)).isFalse();
        assertThat(bad.calls).containsExactly("interval", "close");
        assertThat(good.calls).containsExactly("interval", "interval", "result", "close");
        assertThat(errors).containsExactly("x.json: cannot be written: disk full." + NOT_AFFECTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"interval", "result", "close"})
    void bugInOneReporterNeverReachesTheRun(String where) {
        Scripted bad = new Scripted(where, new IllegalStateException("oops"));
        Scripted good = new Scripted("", new IOException());
        assertThat(run(bad, good).hasFailed(bad)).isTrue();

        assertThat(good.calls).containsExactly("interval", "interval", "result", "close");
        assertThat(errors).containsExactly("Scripted failed: java.lang.IllegalStateException: oops." + NOT_AFFECTED);
    }

    @Test
    void fullDiskNamesTheFileAndLeavesTheConsoleItsNumbers() throws Exception {
        StringWriter console = new StringWriter();
        HdrLogReporter hdr = new HdrLogReporter(new ReportFile("30k.hdr", new SmallDisk(2000)));
        ProgressLine.OfLoad load = new ProgressLine.OfLoad(
                new Phases(Duration.ZERO, Duration.ZERO, Duration.ZERO), Optional.empty(), Roles.BOTH, 1);
        run(
                hdr,
                new ConsoleReporter(
                        Screen.plain(new PrintWriter(console)),
                        load,
                        new ConsoleReporter.Options(Roles.BOTH, false, false, FindingText.FLAGS)));

        assertThat(errors)
                .containsExactly(
                        "30k.hdr: cannot be written: No space left on device. Make room or choose another place."
                                + NOT_AFFECTED);
        assertThat(console.toString()).contains("0:02 load ", "rate /s ", "verdict     INVALID");
    }

    @Test
    void everyFileReporterFailsWithASentenceOnAFullDisk() {
        Interval interval = Samples.intervals().get(1);
        String sentence = "f: cannot be written: No space left on device. Make room or choose another place.";
        ReportFile full = new ReportFile("f", new SmallDisk(0));
        for (Reporter reporter : List.of(
                new HdrLogReporter(full),
                new CsvReporter(full, what -> Optional.empty()),
                new JsonReporter(full, Roles.BOTH))) {
            assertThatThrownBy(() -> reporter.onInterval(interval))
                    .isInstanceOf(IOException.class)
                    .hasMessage(sentence);
        }
    }

    @Test
    void fileThatCannotBeCreatedIsASentence(@TempDir Path folder) throws Exception {
        Path missing = folder.resolve("no/such/x.hdr");
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> new HdrLogReporter(ReportFile.create(missing)))
                .hasMessage(
                        missing
                                + ": cannot be written: the folder or file does not exist. Create its folder or choose another place.");
        assertThatThrownBy(() -> CsvReporter.create(folder)).hasMessageStartingWith(folder + ": cannot be written: ");
        assertThatThrownBy(() -> new JsonReporter(ReportFile.create(file.resolve("x.json")), Roles.BOTH))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file.resolve("x.json") + ": cannot be written: ");
    }

    private Reporters run(Reporter... reporters) {
        Reporters all = new Reporters(List.of(reporters), errors::add);
        all.onInterval(Samples.intervals().get(0));
        all.onInterval(Samples.intervals().get(1));
        all.onResult(Samples.result());
        all.close();
        return all;
    }
}
