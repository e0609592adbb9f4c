package dev.dyno.model.verdict;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FigureMark;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Checks that the times of messages can be used: there are enough, of clocks that can be compared, and of a known origin. */
final class TimesRule {

    /** Minimum number of messages to know p90: ten are beyond it. */
    static final long NEEDED = 100;

    private TimesRule() {}

    /** Names messages that were not sent by Dyno, and the origin of their times. */
    static List<Finding> foreign(RunEvidence evidence) {
        return evidence.conditions().foreign().map(TimesRule::note).stream().toList();
    }

    private static Finding note(ForeignMessages foreign) {
        long untimed = foreign.messages() - foreign.timed();
        List<Value> times = new ArrayList<>();
        times.add(Value.text("times", foreign.timed() == 0 ? "foreign-messages.untimed" : "foreign-messages.timed"));
        times.add(Value.text("timestamps", String.join(", or ", foreign.timestamps())));
        if (untimed > 0) {
            times.add(Value.count("untimed", untimed));
        }
        return Finding.note("foreign-messages", Value.count("messages", foreign.messages()))
                .with(times);
    }

    /** Finding if a headline latency has too few messages to know its p90; higher percentiles have marks instead. */
    static List<Finding> samples(RunEvidence evidence) {
        long count = Verdict.HEADLINES.stream()
                .mapToLong(latency -> evidence.run().latencies().count(latency))
                .filter(known -> known > 0)
                .min()
                .orElse(0);
        if (!evidence.run().outcome().success() || count == 0 || count >= NEEDED) {
            return List.of();
        }
        boolean isMedianKnown = FigureMark.few(count, Percentile.P50.percent()).isEmpty();
        return List.of(Finding.suspect(
                "few-samples",
                Value.count("messages", count),
                Value.text("percentile", (isMedianKnown ? Percentile.P90 : Percentile.P50).title()),
                Value.count("needed", NEEDED)));
    }

    /** Findings if the times in messages cannot be compared with each other, or messages of several runs were received. */
    static List<Finding> clocks(RunEvidence evidence) {
        Counts totals = evidence.run().totals();
        List<Finding> found = new ArrayList<>();
        if (totals.negative() > 0) {
            found.add(Finding.suspect("negative-latency", Value.count("messages", totals.negative())));
        }
        if (totals.foreignClock() > 0) {
            found.add(Finding.suspect("foreign-clock", Value.count("messages", totals.foreignClock())));
        }
        if (evidence.conditions().runsSeen() > 1) {
            found.add(Finding.suspect(
                    "several-runs", Value.count("runs", evidence.conditions().runsSeen())));
        }
        return found;
    }
}
