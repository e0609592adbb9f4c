package dev.dyno.app.execute;

import dev.dyno.app.plan.CapacityPlan;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.OfHeld;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Seeds;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import dev.dyno.report.console.CapacityLines;
import dev.dyno.report.console.Screen;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Load at a share of what the broker holds: the search before it, and the constant rate that follows from its answer. */
final class HeldLoad {

    /** Digits of a rate in a report: the load has exactly the rate that is shown. */
    private static final MathContext SHOWN = new MathContext(3, RoundingMode.FLOOR);

    /**
     * Answer of a search, which may hold for further loads.
     *
     * @param limit sentence about what limited the broker
     * @param runId of the search
     */
    record Found(Capacity answer, Optional<String> limit, String runId) {}

    private final LoadExecution.Job job;
    private final CapacityPlan plan;
    private final SearchPilot pilot;
    private final OfHeld all;

    /** @param text makes the sentence about what limited the broker */
    HeldLoad(LoadExecution.Job job, CapacityPlan plan, FindingText text) {
        this.job = job;
        this.plan = plan;
        pilot = new SearchPilot(plan.goal(), plan.asked().slo(), plan.latencies(), text);
        all = new OfHeld(
                job.run().workload().producers().stream()
                        .mapToDouble(HeldLoad::percent)
                        .average()
                        .orElseThrow(),
                ArrivalProcess.REGULAR);
    }

    private static double percent(ProducerGroup group) {
        return ((OfHeld) group.load()).percent();
    }

    LoadExecution.Job search() {
        return new LoadExecution.Job(plan.run(), Seeds.derive(job.runId(), 1), false, job.producerIdBase(), pilot);
    }

    SearchProgress progress(Screen screen) {
        return new SearchProgress(screen, all.share() + "  ", pilot, plan.latencies());
    }

    /** Lines about the answer. */
    List<String> lines(int width) {
        return CapacityLines.of(pilot.stored(), "", width);
    }

    /**
     * The answer of the search.
     *
     * @param searched result of the search
     * @throws CannotRun if the search failed or was stopped, or if no rate is known to hold
     */
    Found found(RunResult searched) throws CannotRun {
        Capacity answer = pilot.answer();
        if (!searched.outcome().success() || searched.outcome().interrupted()) {
            throw new CannotRun(all.share() + ": the search before the load "
                    + searched.outcome()
                            .cause()
                            .map(cause -> "failed: " + cause)
                            .orElse("was stopped"));
        }
        boolean isExceeded = answer.has(Capacity.Kind.EXCEEDED);
        if (answer.low().isEmpty() || isExceeded) {
            boolean isNone = answer.has(Capacity.Kind.NO_RATE_HOLDS);
            String notes = answer.notes().stream()
                    .filter(note -> !isNone || note.kind() == Capacity.Kind.NO_RATE_HOLDS)
                    .map(Capacity.Note::sentence)
                    .collect(Collectors.joining(" "));
            throw new CannotRun(all.share() + ": " + CapacityLines.interval(answer) + ": " + notes, pilot.status());
        }
        return new Found(answer, pilot.stored().limit(), searched.runId());
    }

    /** The load, at the rate that follows from the answer of the search. */
    LoadExecution.Job load(Found search) {
        Capacity answer = search.answer();
        double low = answer.low().orElseThrow();
        double perSecond =
                new BigDecimal(low * all.percent() / 100).round(SHOWN).doubleValue();
        Workload asked = job.run().workload();
        double sum = all.percent() * asked.producers().size();
        Workload workload = asked.with(
                group -> group.with(
                        parts -> parts.load = Schedule.constant(Rate.nearest(perSecond * percent(group) / sum))
                                .withArrivals(group.load().arrivals())),
                UnaryOperator.identity());
        Map<String, Object> found = new LinkedHashMap<>();
        found.put(RunConfig.RATE, sentence(perSecond, low, answer));
        found.put("perSecond", perSecond);
        found.put("low", low);
        answer.estimate().ifPresent(estimate -> found.put("estimate", estimate));
        answer.high().ifPresent(high -> found.put("high", high));
        found.put("confidence", answer.confidence());
        found.put("objectives", answer.objectives());
        search.limit().ifPresent(limit -> found.put("limit", limit));
        found.put("run", search.runId());
        return job.with(job.run().with(workload), () -> Map.of(RunConfig.HELD, found));
    }

    private String sentence(double perSecond, double low, Capacity answer) {
        String interval =
                CapacityLines.interval(answer).replaceFirst(" +\\(", ", ").replace(")", "");
        return all.share() + " = " + CapacityLines.rate(perSecond) + "/s (held: " + CapacityLines.rate(low)
                + "/s; capacity " + interval + ")";
    }
}
