package dev.dyno.model.metric;

import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.result.GeneratedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of the figures is as the catalogue has them. {@code -Ddyno.generate=true} writes it anew. */
class FiguresReferenceTest {

    private static final Path PAGE = Path.of("../docs/reference/figures.md");

    @Test
    void pageIsCurrent() throws IOException {
        GeneratedFile.assertCurrent(getClass(), PAGE, page());
    }

    private static String page() {
        return """
                # Figures

                Generated from the catalogue of figures; a test fails when it is out of date. A name is that in study files, in `run.json` (`figures`) and in `dyno compare --figures`; a column of SQL is the name with its unit, \
                and one of CSV likewise, with latencies in `_ns`.

                A message is received once by each subscription, at its first delivery: repeated deliveries are counted as `duplicate`, and are in no rate of messages and no backlog, only in rates of bytes.

                Of a run on several workers, numbers of messages and rates are the sums of theirs, latencies are those of the sum of their histograms, so that nothing is averaged, \
                and `elapsed` and `reconnect-time` are the longest. Figures of the broker, `faults` and `held-…` are measured once; each worker has its own `worker-…` and `host-busy`. The others are computed from the sums.

                | figure | what it is | column of SQL | better | over time | compared |
                |---|---|---|---|---|---|
                """
                + Figures.of(Use.STUDY).stream().map(FiguresReferenceTest::row).collect(Collectors.joining())
                + """

                The share of a latency between two values is named by them, for each latency: `end-to-end-share-6ms-14ms`, in conditions also `share-6ms-14ms(end-to-end)`. Studies, comparisons and conditions have it; \
                in SQL it is counted from the table `histograms`.

                Of the latency that a run is judged by (end-to-end, or response without consumers), and of both sides alike; without a flag all of these are compared:

                | figure | what it is | unit | better | margin |
                |---|---|---|---|---|
                """
                + Figures.of(Use.STANDARD).stream()
                        .map(figure -> String.format(
                                Locale.ROOT,
                                "| `%s` | %s | %s | %s | %.0f %% |\n",
                                figure.name(),
                                figure.title(),
                                figure.unit().inTables(),
                                better(figure),
                                100 * figure.margin()))
                        .collect(Collectors.joining());
    }

    private static String row(Figure figure) {
        boolean column = figure.is(Use.RESULT) || figure.is(Use.STATISTIC);
        return "| "
                + String.join(
                        " | ",
                        List.of(
                                "`" + figure.name() + "`",
                                figure.title(),
                                column ? "`" + figure.column("_", figure.unit().ending()) + "`" : "",
                                better(figure),
                                figure.is(Use.OVER_TIME) ? "yes" : "",
                                figure.is(Use.COMPARED) ? "yes" : ""))
                + " |\n";
    }

    private static String better(Figure figure) {
        return figure.better() == Figure.Better.NEITHER
                ? ""
                : figure.better().name().toLowerCase(Locale.ROOT);
    }
}
