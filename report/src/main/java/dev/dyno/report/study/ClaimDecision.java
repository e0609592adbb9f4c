package dev.dyno.report.study;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.Unit;
import dev.dyno.report.compare.DecisionRule;
import dev.dyno.report.compare.Effect;
import dev.dyno.report.study.Claim.Term;
import dev.dyno.report.study.ClaimResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * Decides the claims of a study from its rounds, which are the observations: in 95 of 100 studies no decision is wrong.
 *
 * <p>The allowed error is divided among the claims (Bonferroni), and that of a claim among its looks: half for the planned rounds,
 * a quarter for half as many more, an eighth for the next half, and so on. So rounds may be added until a claim is decided, and it
 * stays as it was decided first, whenever the report is made.
 */
final class ClaimDecision {

    private static final double HALF = 0.5;

    /** Effect of ends that are unknown. */
    private static final Effect NOTHING = new Effect(0, 0, 0, Double.POSITIVE_INFINITY, 0);

    private final Claim claim;
    private final int planned;
    private final double alpha;
    private final List<Round> rounds = new ArrayList<>();
    private final Map<Integer, String> unused = new TreeMap<>();

    /**
     * One round with all figures of a claim.
     *
     * @param above lower and upper end of the sum above the fraction line, or of the whole
     * @param below those of the sum below it; 1 without one
     * @param belowFirst whether the run of the first term below came first
     */
    private record Round(double[] above, double[] below, boolean belowFirst) {}

    /** Interval of the value at a look; an end that is unknown is infinite. */
    private record Interval(double value, double low, double high) {

        Interval withoutEnds() {
            return new Interval(value, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
    }

    private ClaimDecision(Claim claim, Study study, List<Trial> trials, int claims) {
        this.claim = claim;
        planned = Math.max(Effect.LEAST_BLOCKS, study.rounds().repeats());
        alpha = (1 - DecisionRule.CONFIDENCE) / claims;
        int last = trials.stream().mapToInt(Trial::round).max().orElse(0);
        for (int round = 1; round <= last; round++) {
            add(study, trials, round);
        }
    }

    /** Results of all claims, in the order of the file. */
    static List<ClaimResult> of(Study study, List<Trial> trials, boolean quick) {
        List<Claim> claims = study.output().claims();
        return claims.stream()
                .map(claim -> new ClaimDecision(claim, study, trials, claims.size()).result(quick))
                .toList();
    }

    private void add(Study study, List<Trial> trials, int round) {
        List<Found> all = new ArrayList<>();
        for (Term term : claim.terms().toList()) {
            Optional<Found> found = find(study, trials, term, round);
            if (found.isEmpty()) {
                return;
            }
            all.add(found.get());
        }
        Optional<String> problem =
                all.stream().flatMap(found -> found.problem.stream()).findFirst();
        if (problem.isPresent()) {
            unused.put(round, problem.get());
            return;
        }
        int split = claim.above().size();
        boolean isRatio = !claim.below().isEmpty();
        double[] above = sum(all.subList(0, split));
        double[] below = isRatio ? sum(all.subList(split, all.size())) : new double[] {1, 1};
        if (isRatio && (above[0] <= 0 || below[0] <= 0)) {
            unused.put(round, "a side of the ratio is 0");
        } else {
            rounds.add(new Round(above, below, isRatio && all.get(split).place < all.get(0).place));
        }
    }

    /**
     * A term's figure in a round.
     *
     * @param place of its run in the order of the study
     */
    private record Found(double[] ends, int place, Optional<String> problem) {}

    private static Optional<Found> find(Study study, List<Trial> trials, Term term, int round) {
        for (int i = 0; i < trials.size(); i++) {
            Trial trial = trials.get(i);
            for (int s = 0; s < trial.steps().size(); s++) {
                Trial.StepResult step = trial.steps().get(s);
                if (trial.round() == round
                        && term.cell().entrySet().stream().allMatch(value -> StudyResult.has(trial, step, value))) {
                    int place = i * study.steps().size() + s;
                    return Optional.of(new Found(
                            Measures.ends(step.measures(), term.figure().name()), place, problem(step, term.figure())));
                }
            }
        }
        return Optional.empty();
    }

    /** Why a run does not count. That its broker died is what some claims are about. */
    private static Optional<String> problem(Trial.StepResult step, Figure figure) {
        boolean isOfDeath = figure.name().equals("broker-deaths");
        if (!isOfDeath && !step.success()) {
            return Optional.of("a run failed: " + step.outcome());
        }
        if (!isOfDeath && step.level().equals("INVALID")) {
            return Optional.of("a run is INVALID");
        }
        return step.measures().containsKey(figure.name())
                ? Optional.empty()
                : Optional.of(figure.name() + " was not measured");
    }

    private static double[] sum(List<Found> terms) {
        return new double[] {
            terms.stream().mapToDouble(term -> term.ends[0]).sum(),
            terms.stream().mapToDouble(term -> term.ends[1]).sum()
        };
    }

    private ClaimResult result(boolean quick) {
        if (quick && claim.ofFullSize()) {
            return result(Outcome.UNDECIDED, "it is about the full size", rounds.size(), Optional.empty());
        }
        Optional<ClaimResult> last = Optional.empty();
        double part = alpha / 2;
        for (int look = planned; look <= rounds.size(); look += (look + 1) / 2, part /= 2) {
            Interval interval = interval(look, part);
            Outcome outcome = outcome(interval);
            ClaimResult found = result(outcome, why(outcome), look, Optional.of(interval));
            if (outcome != Outcome.UNDECIDED) {
                return found;
            }
            last = Optional.of(found);
        }
        return last.orElseGet(() -> result(
                Outcome.UNDECIDED,
                lacking(),
                rounds.size(),
                rounds.isEmpty()
                        ? Optional.empty()
                        : Optional.of(interval(rounds.size(), alpha)).map(Interval::withoutEnds)));
    }

    private String lacking() {
        String number = rounds.size() + " of " + planned + " rounds";
        return unused.isEmpty()
                ? number
                : number + "; in " + unused.size() + " more "
                        + unused.values().iterator().next();
    }

    private Outcome outcome(Interval interval) {
        double least = claim.isOfCounts() ? HALF : claim.least();
        double most = claim.isOfCounts() ? Double.POSITIVE_INFINITY : claim.most();
        boolean inside = (least == Double.NEGATIVE_INFINITY || interval.low > least)
                && (most == Double.POSITIVE_INFINITY || interval.high < most);
        boolean outside = interval.high < least || interval.low > most;
        return inside ? Outcome.CONFIRMED : outside ? Outcome.REFUTED : Outcome.UNDECIDED;
    }

    private String why(Outcome outcome) {
        if (outcome == Outcome.UNDECIDED) {
            return claim.isOfCounts()
                    ? "so few rounds do not say whether more than half are so"
                    : "the limit lies within the interval";
        }
        return claim.isOfCounts()
                ? "more than half of all rounds are " + (outcome == Outcome.CONFIRMED ? "so" : "not so")
                : "the whole interval is " + (outcome == Outcome.CONFIRMED ? "within" : "beyond") + " the limit";
    }

    private Interval interval(int look, double part) {
        List<Round> some = rounds.subList(0, look);
        if (claim.isOfCounts()) {
            return ofCounts(some, part);
        }
        boolean logarithmic = claim.unit() != Unit.PERCENT
                && some.stream().allMatch(round -> round.above[0] > 0 && round.below[0] > 0);
        boolean hasLow = some.stream().allMatch(round -> Double.isFinite(round.below[1]));
        boolean hasHigh = some.stream().allMatch(round -> Double.isFinite(round.above[1]));
        Effect low = hasLow ? effect(some, 0, 1, logarithmic, part) : NOTHING;
        Effect high = hasHigh ? effect(some, 1, 0, logarithmic, part) : NOTHING;
        return new Interval(
                value(effect(some, 0, 0, logarithmic, part).log(), logarithmic),
                low.hasInterval() ? value(low.log() - low.halfWidth(), logarithmic) : Double.NEGATIVE_INFINITY,
                high.hasInterval() ? value(high.log() + high.halfWidth(), logarithmic) : Double.POSITIVE_INFINITY);
    }

    private static double value(double onScale, boolean logarithmic) {
        return logarithmic ? Math.exp(onScale) : onScale;
    }

    /** Effect of the lower (0) or upper (1) ends of both sums. */
    private Effect effect(List<Round> some, int endAbove, int endBelow, boolean logarithmic, double part) {
        double[] above =
                some.stream().mapToDouble(round -> round.above[endAbove]).toArray();
        double[] below =
                some.stream().mapToDouble(round -> round.below[endBelow]).toArray();
        if (claim.below().isEmpty()) {
            return Effect.ofValues(
                    logarithmic ? DoubleStream.of(above).map(Math::log).toArray() : above, part);
        }
        boolean[] orders = new boolean[some.size()];
        for (int i = 0; i < orders.length; i++) {
            orders[i] = some.get(i).belowFirst;
        }
        return Effect.ofPairs(below, above, orders, part);
    }

    /** Share of the rounds that meet the condition, with its interval by Clopper and Pearson. */
    private Interval ofCounts(List<Round> some, double part) {
        int all = some.size();
        int met = (int) some.stream()
                .filter(round -> claim.allows(round.above[0]) && claim.allows(round.above[1]))
                .count();
        double low = met == 0 ? 0 : BetaDistribution.of(met, all - met + 1.0).inverseCumulativeProbability(part / 2);
        double high = met == all ? 1 : BetaDistribution.of(met + 1.0, all - met).inverseSurvivalProbability(part / 2);
        return new Interval(met / (double) all, low, high);
    }

    private ClaimResult result(Outcome outcome, String why, int used, Optional<Interval> interval) {
        return new ClaimResult(
                claim.says(),
                claim.figure(),
                text(used, interval),
                outcome,
                why,
                claim.holds(),
                interval.map(Interval::value),
                interval.map(Interval::low).filter(Double::isFinite),
                interval.map(Interval::high).filter(Double::isFinite),
                claim.isOfCounts() ? "share of rounds" : claim.unit().inTables(),
                used);
    }

    private String text(int used, Optional<Interval> interval) {
        if (interval.isEmpty()) {
            return "–";
        }
        Unit unit = claim.unit();
        Interval found = interval.get();
        if (claim.isOfCounts()) {
            return Math.round(found.value * used) + " of " + used + " rounds";
        }
        boolean hasLow = Double.isFinite(found.low);
        boolean hasHigh = Double.isFinite(found.high);
        String ends = hasLow && hasHigh
                ? unit.text(found.low) + " – " + unit.text(found.high)
                : hasLow ? "≥ " + unit.text(found.low) : "≤ " + unit.text(found.high);
        boolean isWide = (hasLow || hasHigh) && found.low != found.high;
        return unit.text(found.value) + (isWide ? " (" + ends + ")" : "");
    }
}
