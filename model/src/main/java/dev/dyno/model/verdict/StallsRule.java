package dev.dyno.model.verdict;

import static dev.dyno.model.result.Plural.count;
import static dev.dyno.model.verdict.NumberText.duration;
import static dev.dyno.model.verdict.NumberText.number;
import static dev.dyno.model.verdict.NumberText.percentileName;

import dev.dyno.model.result.HeatMap;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.IntervalSeries;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencySeries;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Stalls: a few bad seconds, and the percentile that they determine. */
final class StallsRule {

    /** Drop of a percentile without some seconds from which they determine it. */
    private static final double MADE_BY = 0.5;

    /** Ratio of lengths up to which stalls count as equally long. */
    private static final double ALIKE = 1.25;

    /** Maximum number of instants in a sentence: more would not be read. */
    private static final int MAX_INSTANTS = 6;

    private static final double[] PERCENTILES = {90, 99, 99.9, 99.99};

    private StallsRule() {}

    static List<Finding> look(RunEvidence seen) {
        Latency headline = seen.headline();
        Optional<Histogram> whole = seen.latency(headline);
        LatencySeries seconds = seen.overTime().latencies().get(headline.tag());
        if (whole.isEmpty() || seconds == null) {
            return List.of();
        }
        IntervalSeries intervals = seen.overTime().intervals();
        Stalls found = Stalls.of(
                intervals,
                seconds.maxNs(),
                headline == Latency.END_TO_END ? intervals.receivedPerSecond() : intervals.acknowledgedPerSecond(),
                seen.run()
                        .latencies()
                        .unfinished(headline)
                        .map(bounds -> (double) bounds.getMaxValue())
                        .orElse(0.0));
        if (found.stalls().isEmpty()) {
            return List.of();
        }
        String what = "The maximum of " + headline.title() + ", " + seen.percentile(headline, 100) + ",";
        String since = found.leftBehind() ? "messages without an answer since " : "";
        String without = "";
        long[] others = others(seen, headline, found);
        for (double percentile : PERCENTILES) {
            long all = whole.orElseThrow().getValueAtPercentile(percentile);
            double rest = percentile(others, percentile);
            if (rest > 0 && rest < MADE_BY * all) {
                what = "The " + percentileName(percentile) + " of " + headline.title() + ", "
                        + seen.percentile(headline, percentile) + ",";
                since = "";
                without = " Without the seconds in which they happened it would be about " + duration(rest) + ".";
                break;
            }
        }
        Stalls main = found.main();
        int hiccups = found.stalls().size() - main.stalls().size();
        String beside = hiccups == 0 ? "" : ", beside " + count(hiccups, "shorter one", "shorter ones");
        String causes = new StallCauses(seen).of(main);
        return List.of(Finding.note(
                "stalls", what + " is set by " + since + describe(main) + beside + "." + without + causes));
    }

    /** Latencies of the measured seconds without stalls: number in each bucket of the {@link HeatMap}. */
    private static long[] others(RunEvidence seen, Latency headline, Stalls found) {
        List<int[]> columns = seen.overTime().heat().getOrDefault(headline, List.of());
        return HeatMap.sum(IntStream.range(0, columns.size())
                .filter(i -> seen.overTime().intervals().phaseOf(i) != Interval.Phase.WARMUP
                        && !found.stalled().contains(i))
                .mapToObj(columns::get)
                .toList());
    }

    private static String describe(Stalls found) {
        int number = found.stalls().size();
        String length = found.longestNs() <= ALIKE * found.shortestNs()
                ? duration(found.medianNs())
                : duration(found.shortestNs()) + " to " + duration(found.longestNs());
        String when = found.periodS()
                .map(period -> ", one every " + number(Math.rint(period * 10) / 10) + " s")
                .orElseGet(() -> number > MAX_INSTANTS
                        ? ""
                        : ", at "
                                + found.stalls().stream()
                                        .map(stall -> number(Math.rint(stall.fromS() * 10) / 10) + " s")
                                        .collect(Collectors.joining(", ")));
        return count(number, "stall", "stalls") + " of " + length + when;
    }

    private static double percentile(long[] counts, double percentile) {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        long rank = (long) Math.ceil(percentile / 100 * total);
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= rank && total > 0) {
                return HeatMap.upperNs(bucket);
            }
        }
        return 0;
    }
}
