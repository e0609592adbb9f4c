package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Runs of twelve commits, two of each, of which the seventh made all slower by a quarter. */
class HistoryTrendTest extends WithDyno {

    private static final int COMMITS = 12;

    @BeforeEach
    void makeRuns() throws IOException {
        dyno.type("client --broker sim --message-count 200 --silent --name load")
                .ended(Exit.GOOD);
        Path original = runs().get(0);
        Copies copies = new Copies(place());
        for (int i = 0; i < 2 * COMMITS; i++) {
            int commit = i / 2;
            double millis = (commit < 6 ? 4.0 : 5.0) * (1 + 0.01 * (i % 3));
            copies.copy(String.format(Locale.ROOT, "%08x", i + 1), run -> {
                ObjectNode latency = (ObjectNode) run.get("latencies").get("end-to-end");
                latency.put("p50Ns", Math.round(millis * 1e6));
                ((ObjectNode) run.get("config")).putObject("tags").put("commit", "c" + commit);
            });
        }
        RunFolder.delete(original);
    }

    @Test
    void aChangeIsCalledAtItsCommitWithItsSize() {
        List<String> lines =
                dyno.type("history trend p50 --by tag.commit").good().outLines();
        assertThat(lines.get(0).split(" {2,}", -1))
                .containsExactly("commit", "first run (UTC)", "runs", "p50 ms", "change");
        assertThat(lines.get(1)).startsWith("c0 ").contains("  2  ", "4.02");
        assertThat(lines.get(7)).startsWith("c6 ").contains("+25 % (", "), worse");
        assertThat(lines.subList(13, lines.size()))
                .hasSize(3)
                .contains("p50 by commit: 12 values of 24 runs.")
                .anyMatch(line -> line.startsWith("Change from c5 to c6: +25 % (+2"));
    }

    @Test
    void pageAndChartHaveTheChangeToo() throws IOException {
        Path page = folder.resolve("trend.html");
        Path chart = folder.resolve("trend.svg");
        dyno.type("history trend p50 --by tag.commit --html %s --svg %s", page, chart)
                .ended(Exit.GOOD);
        assertThat(page).content().contains("Change from c5 to c6", "<svg", "median between changes", "</html>");
        assertThat(chart).content().startsWith("<svg").contains("c6 +25 %");
    }

    @Test
    void whatIsNotInTheSeriesIsCounted() {
        dyno.type("history mark 00000018 invalid");
        assertThat(dyno.type("history trend p50 --by tag.branch").outLines())
                .contains("p50 by branch: 0 values of 0 runs, 1 INVALID, 23 without branch.");
        assertThat(dyno.type("history trend p50 --tag commit=c1*").out()).contains("p50 by run: 5 values of 5 runs, 1");
        assertThat(dyno.type("history trend lost").out()).contains("Changes are not looked for, because a value is 0");
    }

    /** Only the histograms of a run have it. */
    @Test
    void aPercentileThatIsNotStoredHasATrend() {
        dyno.type("client --broker sim --message-count 200 --silent --name another")
                .ended(Exit.GOOD);
        assertThat(dyno.type("history trend p95(end-to-end) --name another").out())
                .contains("end-to-end-p95 by run: 1 value of 1 run.");
        assertThat(dyno.type("history trend end-to-end-p75 --name another").out())
                .contains("end-to-end-p75 by run: 1 value of 1 run.");
    }

    @Test
    void wrongWordsAreRefused() {
        assertThat(dyno.type("history trend p98x --by tag").ended(Exit.USAGE).err())
                .contains("FIGURE: p98x; p98x is no figure of a run.")
                .contains("--by: tag; must be run, broker-version or tag.NAME, like tag.commit.");
        dyno.type("history trend").refused("FIGURE: is missing; must be a figure");
    }
}
