package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.workload.Phases;
import dev.dyno.report.compare.GateCheck;
import dev.dyno.report.compare.GateReport;
import dev.dyno.report.compare.Side;
import dev.dyno.report.console.ConsoleReporter;
import dev.dyno.report.console.ProgressLine;
import dev.dyno.report.console.RunsTable;
import dev.dyno.report.console.Screen;
import dev.dyno.report.page.HtmlReporter;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Roles;
import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A figure of a stored run has one number wherever it is shown: {@link KnownRun} with 83 times as many messages. */
class SameNumbersTest extends PageTest {

    private static final Pattern NUMBER = Pattern.compile("([~≥]?)[ \u00a0]?([0-9.,]+)[ \u00a0]?(ms|s)?");
    private static final MathContext THREE_DIGITS = new MathContext(3);
    private static final List<String> MISSED = List.of("p50(response) > 1ms", "p99(response) > 1ms", "rate > 1/s");

    @Test
    void consolePageMarkdownAndGateShowOneNumber() throws IOException {
        Path folder = KnownRun.store(pages.folder().resolve("numbers"), 83);
        RunFolderReader run = new RunFolderReader(folder);
        HtmlReporter.write(folder.resolve("page.html"), List.of(folder));
        open(folder.resolve("page.html"));
        List<String> console = console(run);
        List<String> table =
                cells(RunsTable.markdown(List.of(RunsTable.Row.of("known", run.result(), FindingText.FLAGS))), "known");
        GateReport gate = gate(run);

        assertOne("10", console(console, "p50"), onPage("p50"), table.get(4), gate, MISSED.get(0));
        assertOne("≥2000", console(console, "p99"), onPage("p99"), table.get(5), gate, MISSED.get(1));
        String rate = console.stream()
                .filter(line -> line.startsWith("rate /s "))
                .findFirst()
                .orElseThrow()
                .replaceFirst(".*?([0-9,]+) received.*", "$1");
        String tile = text("return [...document.querySelectorAll('.tiles > div')]"
                + ".find((d) => d.firstChild.textContent === 'Rate').querySelector('dd').textContent");
        assertOne("12500", rate, tile, table.get(3), gate, MISSED.get(2));
    }

    /** @param markdown number in the table of runs */
    private static void assertOne(
            String number, String console, String page, String markdown, GateReport gate, String condition) {
        GateCheck check = gate.checks().get(MISSED.indexOf(condition));
        assertThat(Stream.of(
                                console,
                                page,
                                markdown,
                                check.run().orElseThrow(),
                                check.sentence().replaceFirst(".* was ", ""),
                                cells(gate.markdown(), Grid.escaped(condition)).get(3))
                        .map(SameNumbersTest::number))
                .containsOnly(number);
    }

    /** A number of three digits, as many as the page shows of a time, in milliseconds if it is one. */
    private static String number(String text) {
        Matcher shown = NUMBER.matcher(text);
        assertThat(shown.lookingAt()).as(text).isTrue();
        BigDecimal value = new BigDecimal(shown.group(2).replace(",", ""));
        return shown.group(1)
                + ("s".equals(shown.group(3)) ? value.movePointRight(3) : value)
                        .round(THREE_DIGITS)
                        .stripTrailingZeros()
                        .toPlainString();
    }

    private static List<String> console(RunFolderReader run) throws IOException {
        StringWriter out = new StringWriter();
        Phases phases = new Phases(Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(30));
        run.replay(new ConsoleReporter(
                Screen.plain(new PrintWriter(out)),
                new ProgressLine.OfLoad(phases, Optional.empty(), Roles.BOTH, 1),
                new ConsoleReporter.Options(Roles.BOTH, false, false, FindingText.FLAGS)));
        return out.toString().lines().toList();
    }

    private static String console(List<String> lines, String percentile) {
        List<List<String>> table = lines.stream()
                .filter(line -> line.startsWith("latency ms ") || line.startsWith("response "))
                .map(line -> Arrays.asList(line.split(" {2,}", -1)))
                .toList();
        return table.get(1).get(table.get(0).indexOf(percentile));
    }

    private static String onPage(String percentile) {
        return text("""
                const table = document.querySelector('[aria-labelledby=latencies] table');
                const column = [...table.querySelectorAll('thead th')].findIndex((h) => h.textContent === arguments[0]);
                return [...table.querySelectorAll('tbody tr')].find((r) => r.textContent.startsWith('Response'))
                    .children[column].textContent;
                """, percentile);
    }

    private static GateReport gate(RunFolderReader run) throws IOException {
        return GateReport.of(
                new Side("baseline", "", List.of()),
                Side.of("run", List.of(run.summary())),
                new GateReport.Asked(
                        Map.of(),
                        MISSED.stream().map(Threshold::parse).toList(),
                        Optional.empty(),
                        Set.of(),
                        false,
                        0.95));
    }

    /** Cells of a row in Markdown, the first one after what is before the bar. */
    private static List<String> cells(String markdown, String first) {
        return markdown.lines()
                .filter(line -> line.startsWith("| " + first + " |"))
                .map(line -> Arrays.asList(line.split(" ?\\| ?", -1)))
                .findFirst()
                .orElseThrow();
    }
}
