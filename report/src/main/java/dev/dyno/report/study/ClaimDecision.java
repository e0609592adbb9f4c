package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Unit;
import dev.dyno.report.compare.DecisionRule;
import dev.dyno.report.compare.Effect;
import dev.dyno.report.study.Claim.Term;
import dev.dyno.report.study.ClaimResult.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * Decides the claims of a study from its rounds, which are the observations: in 95 of 100 studies no decision is wrong.
 *
 * <p>The allowed error is divided among the claims (Bonferroni), and that of a claim among its looks: half for the planned rounds,
 * a quarter for half as many more, an eighth for the next half, and so on. So rounds may be added until a claim is decided, and
 * the first decision stays, whenever the report is made. The first look at a count is at the smallest number of rounds that can
 * decide it, if all have one result: earlier looks could only spend error.
 */
final class ClaimDecision {

    /** Ratio of the ends of an undecided interval above which it is not shown: from 1/11 of the value to 11 times the value. */
    private static final double VAGUE = 121;

    private static final double HALF = 0.5;

    private static final String NOT_MEASURED = "not measured";
    private static final String OF_FULL_SIZE = "it is about the full size";

    /** Reasons for which the runs cannot decide a claim at all. */
    static final Set<String> BESIDE_THE_RUNS = Set.of(NOT_MEASURED, OF_FULL_SIZE);

    /** Reasons for INVALID that leave a run's counts of messages correct. */
    private static final Set<String> OF_MESSAGES = Set.of("messages-lost", "messages-corrupt", "deliveries-stopped");

    private final Claim claim;
    private final int planned;
    private final double alpha;
    private final List<Round> rounds = new ArrayList<>();
    private final List<String> unused = new ArrayList<>();

    /**
     * Figures of a claim in one round.
     *
     * @param above lower end, upper end and value of the sum above the fraction line, or of the whole claim if it is no ratio
     * @param below lower end, upper end and value of the sum below the line; 1 each if the claim is no ratio
     * @param belowFirst whether the run of the first term below came first
     */
    private record Round(double[] above, double[] below, boolean belowFirst) {}

    /** @param place index of its trial among all trials, in the order in which they were run */
    private record Run(int place, Trial.StepResult step) {}

    /** Interval of the value; an end that is unknown is infinite. */
    private record Interval(double value, double low, double high) {}

    private ClaimDecision(Claim claim, Study study, List<Trial> trials, int claims) {
        this.claim = claim;
        alpha = (1 - DecisionRule.CONFIDENCE) / claims;
        // Minimum number of rounds with one result that decides a count: 0.5 to this power is below half of the error
        // of
        // the first look.
        int least =
                claim.isOfCounts() ? (int) Math.floor(Math.log(alpha / 4) / Math.log(HALF)) + 1 : Effect.LEAST_BLOCKS;
        planned = Math.max(least, study.rounds().repeats());
        for (int round = 1; round <= last(trials); round++) {
            int number = round;
            List<Run> runs = claim.terms()
                    .flatMap(term -> find(study, trials, term, number).stream())
                    .toList();
            if (runs.size() == claim.terms().count()) {
                add(runs);
            }
        }
    }

    private static int last(List<Trial> trials) {
        return trials.stream().mapToInt(Trial::round).max().orElse(0);
    }

    private static List<ClaimDecision> all(Study study, List<Trial> trials) {
        List<Claim> claims = study.output().claims();
        return claims.stream()
                .map(claim -> new ClaimDecision(claim, study, trials, claims.size()))
                .toList();
    }

    /** Results of all claims, in the order of the file. */
    static List<ClaimResult> of(Study study, List<Trial> trials, boolean quick) {
        return all(study, trials).stream().map(claim -> claim.result(quick)).toList();
    }

    /**
     * Trials of another round for the cells of undecided claims, or the missing trials of a round that was already added; none if
     * all claims are decided. A claim gets no more rounds if at least {@link Effect#LEAST_BLOCKS} more of its rounds are unusable
     * than usable, if one of its cells is not run, or, in the quick size, if it is about the full size.
     *
     * @param cells cells that are run
     */
    static List<StudyPlan.Planned> nextRound(Study study, List<Trial> trials, boolean quick, List<Cell> cells) {
        List<Term> terms = all(study, trials).stream()
                .filter(one -> one.result(quick).outcome() == Outcome.UNDECIDED
                        && !(quick && one.claim.ofFullSize())
                        && one.unused.size() < one.rounds.size() + Effect.LEAST_BLOCKS
                        && one.claim.terms().allMatch(term -> cells.stream().anyMatch(term::isOf)))
                .flatMap(one -> one.claim.terms())
                .toList();
        List<Cell> next = new ArrayList<>(cells);
        next.removeIf(cell -> terms.stream().noneMatch(term -> term.isOf(cell)));
        int added = study.rounds().repeats() + 1;
        return IntStream.rangeClosed(added, Math.max(added, last(trials) + 1))
                .mapToObj(round -> missing(next, trials, round, study.rounds().seed()))
                .filter(planned -> !planned.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** Trials that a round lacks, in random order. A claim uses a round only once all cells of the claim were run in it. */
    private static List<StudyPlan.Planned> missing(List<Cell> cells, List<Trial> trials, int round, long seed) {
        List<Cell> missing = new ArrayList<>(cells);
        missing.removeIf(cell -> trials.stream()
                .anyMatch(trial -> trial.round() == round && trial.cell().equals(cell.values())));
        Collections.shuffle(missing, new Random(seed + round));
        return missing.stream()
                .map(cell -> new StudyPlan.Planned(cell, round, false))
                .toList();
    }

    private static Optional<Run> find(Study study, List<Trial> trials, Term term, int round) {
        return IntStream.range(0, trials.size())
                .filter(i -> trials.get(i).round() == round)
                .boxed()
                .flatMap(i -> trials.get(i).steps().stream()
                        .filter(step -> trials.get(i).values(step, study).equals(term.cell()))
                        .map(step -> new Run(i, step)))
                .findFirst();
    }

    private void add(List<Run> runs) {
        List<Term> terms = claim.terms().toList();
        double[][] sums = new double[2][3];
        int split = claim.above().size();
        for (int i = 0; i < terms.size(); i++) {
            Trial.StepResult step = runs.get(i).step;
            Optional<String> problem = problem(step, terms.get(i).figure());
            if (problem.isPresent()) {
                unused.add(problem.get());
                return;
            }
            double[] ends = Measures.ends(step.measures(), terms.get(i).figure().name());
            double[] sum = sums[i < split ? 0 : 1];
            Arrays.setAll(sum, end -> sum[end] + ends[end]);
        }
        if (split == terms.size()) {
            rounds.add(new Round(sums[0], new double[] {1, 1, 1}, false));
        } else if (sums[0][2] > 0 && sums[1][2] > 0) {
            rounds.add(new Round(sums[0], sums[1], runs.get(split).place < runs.get(0).place));
        } else {
            unused.add("a side of the ratio is 0");
        }
    }

    /**
     * Reason why a run does not count. A claim about broker deaths accepts a failed run, one about other counts an INVALID run
     * whose counts of messages are correct.
     */
    private static Optional<String> problem(Trial.StepResult step, Figure figure) {
        boolean mayFail = figure.name().equals("broker-deaths");
        boolean isWhole = step.reasons().stream()
                .allMatch(reason -> reason.level() != Finding.Level.INVALID || OF_MESSAGES.contains(reason.code()));
        boolean mayMiss = figure.unit() == Unit.COUNT && isWhole;
        String problem = !mayFail && !step.success()
                ? "a run failed: " + step.outcome()
                : !mayFail && !mayMiss && step.level().equals("INVALID")
                        ? "a run is INVALID"
                        : step.measures().containsKey(figure.name()) ? "" : figure.name() + " was not measured";
        return Optional.of(problem).filter(text -> !text.isEmpty());
    }

    private ClaimResult result(boolean quick) {
        if (quick && claim.ofFullSize()) {
            return result(Outcome.UNDECIDED, OF_FULL_SIZE, 0, Optional.empty());
        }
        if (rounds.size() < planned) {
            boolean isMeasured = !rounds.isEmpty() || !unused.isEmpty();
            String why = isMeasured ? rounds.size() + " of " + planned + " rounds" + leftOut() : NOT_MEASURED;
            // No error is spent before the first look, so the interval is infinite.
            return result(
                    Outcome.UNDECIDED,
                    why,
                    rounds.size(),
                    Optional.of(rounds).filter(some -> !some.isEmpty()).map(some -> interval(some, 0)));
        }
        int look = planned;
        double part = alpha / 2;
        Interval interval = interval(rounds.subList(0, look), part);
        int next = nextLook(look);
        while (outcome(interval) == Outcome.UNDECIDED && next <= rounds.size()) {
            look = next;
            next = nextLook(look);
            part /= 2;
            interval = interval(rounds.subList(0, look), part);
        }
        Outcome outcome = outcome(interval);
        String ahead = outcome == Outcome.UNDECIDED && rounds.size() > look
                ? "; decided again after " + next + " rounds, there are " + rounds.size()
                : "";
        return result(outcome, why(outcome) + ahead + leftOut(), look, Optional.of(interval));
    }

    private static int nextLook(int look) {
        return look + (look + 1) / 2;
    }

    /** Text about the rounds that do not count, with the reason of the first. */
    private String leftOut() {
        return unused.isEmpty() ? "" : "; in " + unused.size() + " more " + unused.get(0);
    }

    private Outcome outcome(Interval interval) {
        double least = claim.isOfCounts() ? HALF : claim.least();
        double most = claim.isOfCounts() ? Double.POSITIVE_INFINITY : claim.most();
        boolean inside = (least == Double.NEGATIVE_INFINITY || interval.low > least)
                && (most == Double.POSITIVE_INFINITY || interval.high < most);
        boolean outside = interval.high < least || interval.low > most;
        if (!inside && interval.low == interval.high) {
            // All rounds have one value, for example if both sides achieve the requested rate.
            return claim.comparison().holds(interval.value, claim.limit()) ? Outcome.CONFIRMED : Outcome.REFUTED;
        }
        return inside ? Outcome.CONFIRMED : outside ? Outcome.REFUTED : Outcome.UNDECIDED;
    }

    private String why(Outcome outcome) {
        if (claim.isOfCounts()) {
            return switch (outcome) {
                case CONFIRMED -> "so in more than half of all rounds";
                case REFUTED -> "so in less than half of all rounds";
                case UNDECIDED -> "may be so in half of all rounds";
            };
        }
        return switch (outcome) {
                    case CONFIRMED -> "the whole interval is ";
                    case REFUTED -> "nothing of the interval is ";
                    case UNDECIDED -> "only a part of the interval is ";
                }
                + claim.wanted();
    }

    private Interval interval(List<Round> some, double part) {
        if (claim.isOfCounts()) {
            return ofCounts(some, part);
        }
        boolean isLog = claim.unit() != Unit.PERCENT
                && some.stream().allMatch(round -> round.above[2] > 0 && round.below[2] > 0);
        DoubleUnaryOperator value = isLog ? Math::exp : DoubleUnaryOperator.identity();
        Effect low = effect(some, 0, 1, isLog, part);
        Effect high = effect(some, 1, 0, isLog, part);
        // An end of the interval is infinite if that end of a figure is unknown, or is 0, so that its logarithm is
        // infinite.
        boolean hasLow = low.hasInterval() && Double.isFinite(low.log());
        boolean hasHigh = high.hasInterval() && Double.isFinite(high.log());
        boolean isShare = claim.unit() == Unit.PERCENT;
        double least = hasLow ? value.applyAsDouble(low.log() - low.halfWidth()) : Double.NEGATIVE_INFINITY;
        double most = hasHigh ? value.applyAsDouble(high.log() + high.halfWidth()) : Double.POSITIVE_INFINITY;
        return new Interval(
                value.applyAsDouble(effect(some, 2, 2, isLog, part).log()),
                isShare && hasLow ? Math.max(0, least) : least,
                isShare && hasHigh ? Math.min(100, most) : most);
    }

    /** Effect computed from one end of each sum: 0 = its lower end, 1 = its upper end, 2 = its value. */
    private Effect effect(List<Round> some, int endAbove, int endBelow, boolean isLog, double part) {
        double[] above =
                some.stream().mapToDouble(round -> round.above[endAbove]).toArray();
        double[] below =
                some.stream().mapToDouble(round -> round.below[endBelow]).toArray();
        if (claim.below().isEmpty()) {
            return Effect.ofValues(isLog ? DoubleStream.of(above).map(Math::log).toArray() : above, part);
        }
        return Effect.ofPairs(below, above, i -> some.get(i).belowFirst, part);
    }

    /** Share of the rounds that meet the condition, with its interval by Clopper and Pearson. */
    private Interval ofCounts(List<Round> some, double part) {
        int all = some.size();
        int met = (int) some.stream()
                .filter(round -> claim.comparison().holds(round.above[0], claim.limit()))
                .count();
        double low = met == 0 ? 0 : BetaDistribution.of(met, all - met + 1.0).inverseCumulativeProbability(part / 2);
        double high = met == all ? 1 : BetaDistribution.of(met + 1.0, all - met).inverseSurvivalProbability(part / 2);
        return new Interval(met / (double) all, low, high);
    }

    private ClaimResult result(Outcome outcome, String why, int used, Optional<Interval> interval) {
        Unit unit = claim.isOfCounts() ? Unit.NUMBER : claim.unit();
        return new ClaimResult(
                claim.says(),
                claim.figure(),
                interval.map(found -> text(used, found)).orElse("–"),
                outcome,
                why,
                claim.holds(),
                interval.map(Interval::value).map(unit::inTables),
                interval.map(Interval::low).filter(Double::isFinite).map(unit::inTables),
                interval.map(Interval::high).filter(Double::isFinite).map(unit::inTables),
                claim.isOfCounts() ? "share of rounds" : unit.inTables(),
                used);
    }

    private String text(int used, Interval found) {
        if (claim.isOfCounts()) {
            return Math.round(found.value * used) + " of " + used + " rounds";
        }
        Unit unit = claim.unit();
        boolean hasLow = Double.isFinite(found.low);
        boolean hasHigh = Double.isFinite(found.high);
        boolean isPoint = hasLow && hasHigh && unit.text(found.low).equals(unit.text(found.high));
        if (outcome(found) == Outcome.UNDECIDED && found.low > 0 && hasHigh && found.high > VAGUE * found.low) {
            return unit.text(found.value) + " (nothing is known)";
        }
        String ends = (!hasLow && !hasHigh) || isPoint
                ? ""
                : !hasHigh
                        ? "≥ " + unit.text(found.low)
                        : !hasLow ? "≤ " + unit.text(found.high) : unit.text(found.low) + " – " + unit.text(found.high);
        return unit.text(found.value) + (ends.isEmpty() ? "" : " (" + ends + ")");
    }
}
