package dev.dyno.app.plan;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.engine.capacity.CapacityGoal;
import dev.dyno.engine.capacity.CapacitySearch;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.model.config.CapacitySettings;
import dev.dyno.model.config.CapacitySettings.CapacityAsked;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.OfHeld;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Shape;
import dev.dyno.model.result.Latency;
import dev.dyno.model.threshold.ObjectiveKind;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.threshold.Threshold.Comparison;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.Limits;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A run that searches for the capacity, and its goal.
 *
 * @param run the run, whose rate is the first one of the search
 * @param asked the question of the user
 * @param latencies latency of each objective, in the order of {@link CapacityAsked#slo}
 */
public record CapacityPlan(PlannedRun run, CapacityAsked asked, CapacityGoal goal, List<Latency> latencies) {

    /** Messages a second that a search begins with, of all producers, if the workload has no rate. */
    private static final long FIRST_PER_SECOND = 1_000;

    private static final double LOWEST_PER_SECOND = CapacityGoal.LOWEST_PER_SECOND;
    private static final double HIGHEST_PER_SECOND = 1e9;

    /** Precision of a search before a load, as a share of the rate; {@link #TIME_OF_HELD} is its longest time. */
    private static final double PRECISION_OF_HELD = 0.1;

    private static final Duration TIME_OF_HELD = Duration.ofSeconds(60);

    /** Longest duration of a search before a load, with its warm-up. */
    public static final Duration LONGEST_OF_HELD = Duration.ofNanos(CapacitySearch.longestNs(TIME_OF_HELD.toNanos()));

    /** Time from the latest end of a search to the planned end of its load, so that the search ends the load. */
    private static final Duration SPARE = Duration.ofSeconds(30);

    /**
     * Plans the search of a load. Reports what cannot be searched for.
     *
     * @param keepsWindow whether a group of producers, by its place, keeps its limit of messages in flight
     */
    public static CapacityPlan of(PlannedRun given, CapacityAsked asked, IntPredicate keepsWindow, Problems problems) {
        Workload workload = searched(given.workload(), asked.within(), keepsWindow);
        LiveRate.obstacle(workload)
                .ifPresent(why ->
                        problems.add(given.label() + ": " + why + ". A search needs none, or one constant rate in"
                                + " each group of producers: the first one that it asks."));
        DeliveryCount.ofDeadLetters(workload)
                .filter(from -> workload.produces())
                .ifPresent(from -> problems.add(given.label() + ": consumers receive from " + from
                        + ", and no producer sends to it; a search"
                        + " would count dead letters as deliveries that it waits for. Leave these consumers out."));
        PlannedRun run =
                new PlannedRun(given.label(), workload, given.settings().withoutConditions(), given.reader());
        double first = new LiveRate(workload).firstPerSecond();
        CapacityPlan plan = with(run, asked, first, problems);
        double start = plan.goal.startPerSecond();
        return start == first || first == 0
                ? plan
                : new CapacityPlan(run.with(timesAsFast(workload, start / first)), asked, plan.goal, plan.latencies);
    }

    /** The load with its rates multiplied: it begins at the first rate that the objectives allow. */
    private static Workload timesAsFast(Workload workload, double factor) {
        return workload.with(
                group -> group.with(parts -> {
                    if (group.load() instanceof Schedule schedule
                            && schedule.shape() instanceof Shape.Constant constant) {
                        parts.load = Schedule.constant(
                                        Rate.nearest(constant.rate().perSecond() * factor))
                                .withArrivals(schedule.arrivals());
                    }
                }),
                UnaryOperator.identity());
    }

    private static CapacityPlan with(PlannedRun run, CapacityAsked asked, double first, Problems problems) {
        boolean isSent = run.workload().consumers().isEmpty();
        Latency headline = isSent ? Latency.RESPONSE : Latency.END_TO_END;
        List<Latency> latencies = asked.slo().stream()
                .map(slo -> slo.figure().latency().orElse(headline))
                .toList();
        asked.slo().forEach(slo -> slo.figure().latency().ifPresent(latency -> {
            String missing = missing(latency, run.workload());
            String words = slo + "; " + latency.tag() + " is not measured without " + missing
                    + ". Give another latency, like p99(" + Latency.RESPONSE.tag() + ").";
            problems.addIf(!missing.isEmpty(), run.refusal(CapacitySettings.SLO, words));
        }));
        run.checkGrowth(CapacitySettings.SLO, asked.slo(), problems);
        double lowest = LOWEST_PER_SECOND;
        double highest = HIGHEST_PER_SECOND;
        for (Threshold slo : asked.slo()) {
            if (ObjectiveKind.of(slo).equals(Optional.of(ObjectiveKind.RATE))) {
                double limit = slo.limit() / deliveries(slo, run, problems);
                boolean isFloor = slo.comparison() == Comparison.MORE || slo.comparison() == Comparison.AT_LEAST;
                lowest = isFloor ? Math.max(lowest, limit) : lowest;
                highest = isFloor ? highest : Math.min(highest, limit);
            }
        }
        String words = String.format(
                Locale.ROOT, "{given}; leaves no rate to ask: at least %,.0f/s and at most %,.0f/s.", lowest, highest);
        problems.addIf(lowest > highest, run.refusal(CapacitySettings.SLO, words));
        CapacityGoal goal = new CapacityGoal(
                asked.slo().stream().map(CapacityPlan::objective).toList(),
                Math.max(lowest, Math.min(first, highest)),
                Math.min(lowest, highest),
                Math.max(lowest, highest),
                asked.precision(),
                asked.confidence(),
                asked.within().toNanos());
        return new CapacityPlan(run, asked, goal, latencies);
    }

    /** Clients without which a load does not measure a latency; empty if the load has them. */
    private static String missing(Latency latency, Workload workload) {
        Stream<ProducerGroup> producers = workload.producers().stream();
        Stream<ConsumerGroup> consumers = workload.consumers().stream();
        return switch (latency) {
            case SEND_DELAY, SEND_ACK, RESPONSE, OWN_DELAY, BLOCKED_TIME -> "";
            case TRANSFER, END_TO_END, BY_TIMESTAMP -> workload.consumes() ? "" : "consumers";
            case ROUND_TRIP ->
                consumers.anyMatch(group -> group.replyTo().isPresent()) ? "" : "consumers that reply to requests";
            case CONNECT ->
                workload.rotates() || producers.anyMatch(group -> group.messagesPerConnection() > 0)
                        ? ""
                        : "clients that come and go";
            case COMMIT ->
                producers.anyMatch(group -> group.mode() == SendMode.TRANSACTED)
                        ? ""
                        : "producers that send in transactions";
            case RECEIVE_COMMIT ->
                consumers.anyMatch(group -> group.ack() == AckMode.TRANSACTED)
                        ? ""
                        : "consumers that receive in transactions";
        };
    }

    /** Number of messages that a figure counts for each one sent. */
    private static int deliveries(Threshold slo, PlannedRun run, Problems problems) {
        boolean isOfConsumers = slo.figure() == Figures.RECEIVED_RATE
                || (slo.figure() == Figures.RATE && !run.workload().consumers().isEmpty());
        int count =
                isOfConsumers ? DeliveryCount.of(run.workload(), run.settings().faults(), () -> false) : 1;
        problems.addIf(
                count == 0,
                run.refusal(
                        CapacitySettings.SLO,
                        slo + "; the number of deliveries of a message is not one for all of them, so " + slo.name()
                                + " says no rate to ask. Give " + Figures.SENT_RATE + "."));
        return Math.max(1, count);
    }

    /** Plan for the objectives of a load whose rate rises and never falls; empty for any other load, and without objectives. */
    public static Optional<CapacityPlan> ofRamp(PlannedRun given, Problems problems) {
        List<ProducerGroup> producers = given.workload().producers();
        boolean isSteady = producers.stream()
                .allMatch(group -> group.load() instanceof Schedule schedule
                        && (schedule.shape().isRising() || schedule.shape() instanceof Shape.Constant)
                        && LiveRate.isToTheEnd(group));
        boolean isRamp = isSteady
                && producers.stream()
                        .anyMatch(group -> ((Schedule) group.load()).shape().isRising());
        CapacityAsked asked = given.settings().capacity();
        asked.slo().stream()
                .filter(slo -> isRamp && !isOfSteps(slo))
                .forEach(slo -> problems.add(given.refusal(
                        CapacitySettings.SLO, slo + "; is not known of a part of a ramp. Fail by it with {fail-if}.")));
        return isRamp && !asked.slo().isEmpty()
                ? Optional.of(with(given, asked, LOWEST_PER_SECOND, problems))
                : Optional.empty();
    }

    private static boolean isOfSteps(Threshold slo) {
        Optional<ObjectiveKind> kind = ObjectiveKind.of(slo);
        return !kind.equals(Optional.of(ObjectiveKind.LEDGER)) && !kind.equals(Optional.of(ObjectiveKind.RATE));
    }

    /** Sentence that refuses objectives without an effect on the load; empty if they have one, or if there are none. */
    public static Optional<String> unused(PlannedRun given) {
        boolean isHeld = given.workload().producers().stream().anyMatch(group -> group.load() instanceof OfHeld);
        RunSettings settings = given.settings();
        return isHeld
                        || settings.capacity().slo().isEmpty()
                        || ofRamp(given, new Problems()).isPresent()
                ? Optional.empty()
                : Optional.of(given.refusal(
                        CapacitySettings.SLO,
                        "{given}; has no effect on this load: objectives are for a rate that rises, like 'ramp"
                                + " 1000/s to 20000/s in 60s', a share of held, and dyno capacity. Fail by a figure"
                                + " of one rate with {fail-if}."));
    }

    /**
     * Plans the search before a load that asks for shares of what the broker holds; empty for any other load. Reports what cannot
     * be searched for.
     */
    public static Optional<CapacityPlan> ofHeld(PlannedRun given, Problems problems) {
        List<ProducerGroup> producers = given.workload().producers();
        List<LoadShape> held = producers.stream()
                .map(ProducerGroup::load)
                .filter(load -> load instanceof OfHeld)
                .toList();
        if (held.isEmpty()) {
            return Optional.empty();
        }
        if (held.size() < producers.size()) {
            problems.add(given.label() + ": one group of producers asks for " + held.get(0)
                    + ", and another does not; must be a share of held in all of them, or in none.");
            return Optional.empty();
        }
        RunSettings settings = given.settings();
        PlannedRun search = new PlannedRun(given.label(), given.workload(), settings.ofSearch(), given.reader());
        CapacityAsked asked = new CapacityAsked(
                settings.capacity().slo(), PRECISION_OF_HELD, CapacitySettings.CONFIDENCE.fallback(), TIME_OF_HELD, 1);
        // Each group keeps its limit of messages in flight, because the load at a share of held has the same.
        return Optional.of(of(search, asked, place -> true, problems));
    }

    /** Objective in the form in which the steps of a search decide it. */
    public static CapacityGoal.Objective objective(Threshold slo) {
        double limit = slo.comparison() == Comparison.LESS ? slo.limit() : Math.nextUp(slo.limit());
        CapacityGoal.Kind kind =
                switch (ObjectiveKind.of(slo).orElseThrow()) {
                    case SHARE -> CapacityGoal.Kind.SHARE;
                    case MEAN -> CapacityGoal.Kind.MEAN;
                    case MOST -> CapacityGoal.Kind.MOST;
                    case EVENTS, LEDGER, RATE -> CapacityGoal.Kind.SUM;
                };
        boolean isShare = kind == CapacityGoal.Kind.SHARE;
        double allowed = isShare ? slo.messagesBeyond().orElseThrow().allowedShare() : limit;
        return new CapacityGoal.Objective(
                slo.toString(), allowed, kind, slo.figure().unit());
    }

    /** Percentage of held that a group asks for; 0 if it asks for none. */
    private static double percent(ProducerGroup group) {
        return group.load() instanceof OfHeld held ? held.percent() : 0;
    }

    private static Workload searched(Workload workload, Duration within, IntPredicate keepsWindow) {
        boolean isAllOut = workload.producers().stream().allMatch(group -> group.load() instanceof LoadShape.AllOut);
        int groups = Math.max(1, workload.producers().size());
        double percents =
                workload.producers().stream().mapToDouble(CapacityPlan::percent).sum();
        int size = Math.max(1, workload.producerCount());
        List<ProducerGroup> given = workload.producers();
        List<ProducerGroup> producers = IntStream.range(0, given.size())
                .mapToObj(place -> given.get(place).with(parts -> {
                    ProducerGroup group = given.get(place);
                    boolean keeps = keepsWindow.test(place) || group.mode() != SendMode.ASYNC;
                    parts.maxPending = keeps ? group.maxPending() : Math.max(1, Limits.SEARCH_IN_FLIGHT / size);
                    double share = percents > 0 ? percent(group) / percents : isAllOut ? 1.0 / groups : 0;
                    parts.load = share > 0
                            ? Schedule.constant(Rate.nearest(FIRST_PER_SECOND * share))
                                    .withArrivals(group.load().arrivals())
                            : group.load();
                }))
                .toList();
        Phases phases = workload.phases();
        Duration longest =
                Duration.ofNanos(CapacitySearch.longestNs(within.toNanos())).plus(SPARE);
        Phases searched =
                new Phases(phases.connectTimeout(), Duration.ZERO, false, longest, phases.drain(), Optional.empty());
        return new Workload(workload.name(), workload.seed(), producers, workload.consumers(), searched);
    }
}
