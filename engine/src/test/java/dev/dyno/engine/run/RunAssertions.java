package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.verdict.FindingText;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Assertions about the result of a run. */
public abstract class RunAssertions {

    RunAssertions() {}

    /**
     * @param expected {@code "sent 100, delivered 100, lost 0"}: names of the totals and of the ledger, after {@code measured} of
     *     the measured phase, and {@code response 100} for a number of latencies; {@code success} for a run that ended well and
     *     was not stopped, {@code interrupted} for one that was
     */
    public static void assertCounts(RunResult result, String expected) {
        String actual = Arrays.stream(expected.split(", ", -1))
                .map(count -> count.contains(" ") ? count.substring(0, count.lastIndexOf(' ') + 1) : count)
                .map(name -> name.endsWith(" ") ? name + valueOf(result, name.strip()) : ending(result.outcome()))
                .collect(Collectors.joining(", "));
        assertThat(actual).isEqualTo(expected.replace("_", ""));
    }

    private static String ending(Outcome outcome) {
        return outcome.equals(Outcome.SUCCESS)
                ? "success"
                : outcome.equals(Outcome.INTERRUPTED) ? "interrupted" : outcome.toString();
    }

    private static Object valueOf(RunResult result, String name) {
        for (Latency latency : Latency.values()) {
            if (latency.tag().equals(name)) {
                return result.latencies()
                        .get(latency)
                        .map(Histogram::getTotalCount)
                        .orElse(0L);
            }
        }
        boolean measured = name.startsWith("measured ");
        String count = name.substring(name.indexOf(' ') + 1);
        for (Object holder : measured ? List.of(result.measured()) : List.of(result.totals(), result.ledger())) {
            try {
                Method method = holder.getClass().getMethod(count);
                return method.invoke(holder);
            } catch (NoSuchMethodException e) {
                // The next one may have it.
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }
        throw new IllegalArgumentException("no count " + name);
    }

    /** The codes of a run's reasons, in their order. */
    public static List<String> reasons(RunResult result) {
        return result.verdict().reasons().stream().map(Finding::code).toList();
    }

    /** The codes of all that was found in a run, in their order. */
    public static List<String> findings(RunResult result) {
        return result.verdict().findings().stream().map(Finding::code).toList();
    }

    /** The sentence of the one finding with a code. */
    public static String sentence(RunResult result, String code) {
        List<String> sentences = result.verdict().findings().stream()
                .filter(finding -> finding.code().equals(code))
                .map(FindingText.FLAGS::of)
                .toList();
        assertThat(sentences).as(code).hasSize(1);
        return sentences.get(0);
    }

    /** Messages of all workers of a run are those of its rows. */
    public static void assertSumsEqualRows(RunResult result) {
        List<WorkerShare> rows = result.workers();
        assertThat(rows.stream().map(WorkerShare::totals).reduce(Counts.ZERO, Counts::plus))
                .isEqualTo(result.totals());
        assertThat(rows.stream().map(WorkerShare::measured).reduce(Counts.ZERO, Counts::plus))
                .isEqualTo(result.measured());
    }

    public static Histogram latency(RunResult result, Latency latency) {
        return result.latencies().get(latency).orElseThrow();
    }

    /** Least value of a percentile that unfinished messages leave open. */
    public static long openNs(RunResult result, Latency latency, double percentile) {
        LatencyRange range = percentile(result, latency, percentile);
        assertThat(range.isOpen()).isTrue();
        return range.lowNs();
    }

    public static LatencyRange percentile(RunResult result, Latency latency, double percentile) {
        return result.latencies().percentile(latency, percentile).orElseThrow();
    }
}
