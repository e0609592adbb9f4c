package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Decision;
import dev.dyno.model.capacity.CapacityStep.Purpose;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Interval of the capacity by all visits until now. Each objective has its {@link Curve}; the capacity is that of the objective
 * that misses first, so the lowest of the lower ends and the lowest of the upper ends, the error of the upper ones divided among
 * them.
 *
 * <p>The interval is never finer than the rates visited: it reaches at least to the nearest visit below with fewer beyond than
 * allowed, and to the nearest one above with more. A rate at which the backlog grew or messages failed is an upper end.
 */
final class Evidence {

    /** Largest distance of visits from the middle that a curve is fitted to: as ln of the rate, and as ln of the ratio of shares. */
    private static final double WINDOW = 0.12;

    /** Distance from the estimate of visits that bound it by themselves, in precisions. */
    private static final double FAR_PRECISIONS = 4;

    private static final double WINDOW_SHARES = 6;

    /** Least such distance, in precisions. */
    private static final double NEAREST_PRECISIONS = 1.5;

    /** Change of ln of the share within the precision from which on the whole error is used. */
    private static final double STEEP = 2.5;

    /** Seconds from which on a visit tells a change of the broker from a hiccup of the machine. */
    private static final int LONG_SECONDS = 10;

    /** Visits that missed, at some time or other, of which one would have met if the broker had been faster meanwhile. */
    private static final int SOME_VISITS = 4;

    /** Share of messages beyond the limit up to which they do not all wait in one long queue. */
    private static final double FEW = 0.2;

    /** Part of these beyond twice the limit from which on standstills are the cause: up to 0.2 in a queue, 0.4 to 0.8 by standstills. */
    private static final double MANY_FAR = 0.25;

    /** Rates with a standstill: a rate that missed is visited again at once, when the machine may still be disturbed. */
    private static final int SOME_RATES = 2;

    private static final double LEAST_CERTAINTY = 0.3;
    private static final int LEAST_POINTS = 3;
    private static final int FITS = 2;

    /** Ratio to the share allowed of a visit that clearly meets, and of one that clearly misses. */
    static final double CLEARLY_MET = 0.1;

    private static final double JUST_MET = Math.nextDown(1.0);

    private static final double CLEARLY_MISSED = 10;

    private final CapacityGoal goal;
    private final List<Visit> visits;
    private final Overloads overloads;
    private final double[] dispersion;
    /** Lower end, messages a second; 0 if unknown. */
    double low;
    /** Upper end, messages a second; infinite if unknown. */
    double high;

    double estimate;
    /** Change of ln of the share by ln of the rate at the estimate; infinite without a curve. */
    double slope;

    Evidence(CapacityGoal goal, List<Visit> visits, Overloads overloads) {
        this.goal = goal;
        this.visits = visits;
        this.overloads = overloads;
        dispersion = new double[goal.objectives().size()];
    }

    boolean isKnown() {
        return low > 0 && high < Double.POSITIVE_INFINITY;
    }

    double width() {
        return isKnown() ? (high - low) / estimate : Double.POSITIVE_INFINITY;
    }

    /** @param middle rate around which visits are looked at */
    void update(double middle) {
        double missed = Double.POSITIVE_INFINITY;
        double done = 0;
        int seconds = 0;
        for (Visit visit : visits) {
            if (isCounted(visit) && visit.isMissed()) {
                missed = Math.min(missed, visit.perSecond);
                done += visit.achievedPerSecond() * visit.seconds;
                seconds += visit.seconds;
            }
        }
        double met = highestMet(missed);
        // Without objectives on messages, the rate that an overloaded broker achieves is the better lower end: a higher
        // rate may have held by chance.
        low = goal.curves() == 0 && seconds > 0 ? Math.min(met, done / seconds) : met;
        high = Double.POSITIVE_INFINITY;
        slope = Double.POSITIVE_INFINITY;
        estimate = Double.POSITIVE_INFINITY;
        // Where the visits near it leave the slope open, a curve ends anywhere, and those that are clear bound it.
        // One that had a standstill, or had none, is not clear.
        boolean isByStandstills = farBeyond() > 0;
        double least = isByStandstills ? 0 : clear(Double.POSITIVE_INFINITY, false, CLEARLY_MET);
        double most = isByStandstills ? Double.POSITIVE_INFINITY : clear(0, true, CLEARLY_MISSED);
        int objectives = goal.objectives().size();
        for (int i = 0; i < objectives; i++) {
            Curve curve = curve(i, middle, Math.min(overloads.ceiling(), missed));
            if (curve != null) {
                double error = (1 - goal.confidence()) / 2 / goal.curves() * certainty(curve.slope());
                double theta = Math.max(least, Math.min(most, curve.theta()));
                double below = nearest(i, theta, false);
                // Lower rates than those visited are no worse, and the form of standstills holds there, too.
                low = Math.min(low, Math.min(below > 0 || !isByStandstills ? below : theta, curve.end(error, true)));
                high = Math.min(high, Math.max(nearest(i, theta, true), curve.end(error, false)));
                dispersion[i] = curve.dispersion;
                if (theta < estimate) {
                    estimate = theta;
                    slope = curve.slope();
                }
            }
        }
        high = Math.min(high, missed(estimate));
        if (estimate < Double.POSITIVE_INFINITY && !isByStandstills) {
            low = Math.max(low, clear(estimate, false, CLEARLY_MET));
            high = Math.min(high, clear(estimate, true, CLEARLY_MISSED));
        }
        // Where holds at one rate differ much, a curve may end beyond all rates that were held.
        low = low > 0 ? low : clear(Double.POSITIVE_INFINITY, false, JUST_MET);
        high = high < Double.POSITIVE_INFINITY ? high : clear(0, true, 1);
        overloads.change().ifPresent(this::include);
        estimate = estimate == Double.POSITIVE_INFINITY ? Math.sqrt(low * high) : estimate;
        estimate = Math.max(low, Math.min(high, estimate));
    }

    /** Part of the messages beyond a limit that is beyond twice the limit, where standstills decide some objective; 0 otherwise. */
    double farBeyond() {
        return IntStream.range(0, dispersion.length)
                .mapToDouble(this::farBeyond)
                .max()
                .orElse(0);
    }

    /**
     * The same for one objective. In the queue of a busy broker the share beyond falls exponentially with the limit (Kingman), so the
     * part is the share itself, which is small in the visits that count here. Messages that a standstill delays are beyond both limits.
     */
    private double farBeyond(int objective) {
        double beyond = 0;
        double far = 0;
        Set<Double> rates = new HashSet<>();
        for (Visit visit : visits) {
            double late = visit.beyond[objective];
            double few = visit.counted[objective] * FEW;
            if (isCounted(visit) && !visit.isMissed() && late < few) {
                double allowed = visit.counted[objective]
                        * goal.objectives().get(objective).allowed();
                beyond += late;
                far += visit.farBeyond[objective];
                if (visit.farBeyond[objective] > Math.max(late * MANY_FAR, allowed * CLEARLY_MET)) {
                    rates.add(visit.perSecond);
                }
            }
        }
        return far > beyond * MANY_FAR && rates.size() >= SOME_RATES ? far / beyond : 0;
    }

    private double highestMet(double below) {
        return visits.stream()
                .filter(visit -> isCounted(visit) && visit.perSecond < below && visit.worst(goal) < 1)
                .mapToDouble(visit -> visit.perSecond)
                .max()
                .orElse(0);
    }

    private double far() {
        return Math.exp(FAR_PRECISIONS * goal.precision());
    }

    /** Rate to confirm: the lower end or, nearer to the estimate, a rate that becomes the lower end if a hold clearly meets. */
    double lowToConfirm() {
        return isKnown() ? Math.max(low, estimate / far() / (1 + goal.precision() / 3)) : low;
    }

    /** Lowest rate missed whatever the objectives are; above an estimate, the second one: a single one may be a burst. */
    private double missed(double above) {
        boolean isFree = above == Double.POSITIVE_INFINITY;
        return visits.stream()
                .filter(visit -> (isCounted(visit) || overloads.isWarm(visit)) && visit.isMissed())
                .filter(visit -> isFree || visit.perSecond > above)
                .mapToDouble(visit -> visit.perSecond)
                .sorted()
                .skip(isFree ? 0 : 1)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** Part of the error that is used: less where the curve is so flat that the visits see little of it. */
    private double certainty(double slopeThere) {
        return Math.max(LEAST_CERTAINTY, Math.min(1, slopeThere * goal.precision() / STEEP));
    }

    private static boolean isCounted(Visit visit) {
        return (visit.purpose == Purpose.HOLD || visit.purpose == Purpose.CONFIRM) && visit.seconds > 0;
    }

    private boolean isBad(Visit visit, int objective) {
        return visit.isMissed() || visit.ratio(objective, goal) >= 1;
    }

    private double nearest(int objective, double rate, boolean isAbove) {
        double nearest = isAbove ? Double.POSITIVE_INFINITY : 0;
        for (Visit visit : visits) {
            if (isCounted(visit) && isBad(visit, objective) == isAbove && visit.perSecond > rate == isAbove) {
                nearest = isAbove ? Math.min(nearest, visit.perSecond) : Math.max(nearest, visit.perSecond);
            }
        }
        return nearest;
    }

    /**
     * Rate up to which all visits met, or from which on all missed; 0 or infinite if there is none. One visit tells it by the ratio
     * given, four precisions beyond the estimate. So do visits as long as n holds, it and those nearer to the capacity, 4 / √n precisions
     * beyond, 4 / √2 at least, by a mean ratio of the power 1 / √n of that: as the share grows with the rate, the mean errs to the safe
     * side, and its error falls with √n.
     *
     * @param estimate that the rate is to be far from; 0 or infinite for all rates
     * @param ratio to the share allowed, at most or at least, of the visit of that rate
     */
    private double clear(double estimate, boolean isMissed, double ratio) {
        double none = isMissed ? Double.POSITIVE_INFINITY : 0;
        double clear = none;
        double sum = 0;
        double seconds = 0;
        for (Visit visit : outwards(isMissed)) {
            double worst = visit.worst(goal);
            if (worst >= 1 != isMissed) {
                // Without an estimate, brief visits may be all that there are.
                if (isMissed && estimate > 0 && isBrief(visit)) {
                    continue;
                }
                clear = none;
                sum = 0;
                seconds = 0;
                continue;
            }
            sum += worst * visit.seconds;
            seconds += visit.seconds;
            boolean isClear = isClear(visit, 1, worst, estimate, isMissed, ratio)
                    || isClear(
                            visit,
                            seconds / CapacitySearch.holdSeconds(goal),
                            sum / seconds,
                            estimate,
                            isMissed,
                            ratio);
            clear = clear == none && isClear ? visit.perSecond : clear;
        }
        return clear;
    }

    private boolean isClear(Visit visit, double n, double mean, double estimate, boolean isMissed, double ratio) {
        double ofMean = Math.pow(ratio, 1 / Math.sqrt(n));
        double distance = Math.pow(far(), 1 / Math.sqrt(Math.min(n, 2)));
        return isMissed
                ? visit.perSecond >= estimate * distance && mean >= ofMean
                : visit.perSecond <= estimate / distance && mean <= ofMean;
    }

    /** Whether it is so much shorter than a hold that a burst may just not have come: if it met, that refutes no upper end. */
    private boolean isBrief(Visit visit) {
        return visit.seconds < Math.min(LONG_SECONDS, CapacitySearch.holdSeconds(goal));
    }

    /** Visits from the lowest rate to the highest, or the other way; of one rate, those that missed, or met, come first. */
    private List<Visit> outwards(boolean isMissed) {
        Comparator<Visit> byRate = Comparator.comparingDouble(visit -> isMissed ? visit.perSecond : -visit.perSecond);
        return visits.stream()
                .filter(Evidence::isCounted)
                .sorted(byRate.thenComparing(visit -> visit.worst(goal) >= 1 != isMissed))
                .toList();
    }

    /** Curve through the visits near the middle, or through more if these are all on one side; null if all visits are. */
    private @Nullable Curve curve(int objective, double middle, double ceiling) {
        Curve curve = null;
        boolean hasCurve = goal.objectives().get(objective).hasCurve();
        boolean isByStandstills = farBeyond(objective) > 0;
        double window = Math.max(WINDOW, FAR_PRECISIONS * goal.precision());
        double span = window;
        for (int fit = 0; fit < FITS; ) {
            List<Curve.Point> points = new ArrayList<>();
            int bad = 0;
            boolean isAll = true;
            for (Visit visit : visits) {
                if (hasCurve && isCounted(visit) && visit.counted[objective] > 0) {
                    // Its form holds at all rates, and a few standstills are all that there are.
                    boolean isNear = isByStandstills || Math.abs(Math.log(visit.perSecond / middle)) <= span;
                    isAll &= isNear;
                    if (isNear) {
                        points.add(new Curve.Point(visit.perSecond, visit.beyond[objective], visit.counted[objective]));
                        bad += isBad(visit, objective) ? 1 : 0;
                    }
                }
            }
            if (bad > 0 && bad < points.size() && points.size() >= LEAST_POINTS) {
                curve = new Curve(points, goal.objectives().get(objective), ceiling, isByStandstills);
                span = Math.max(NEAREST_PRECISIONS * goal.precision(), Math.min(WINDOW_SHARES / curve.slope(), window));
                fit++;
            } else if (curve != null || isAll) {
                return curve;
            } else {
                span *= 2;
            }
        }
        return curve;
    }

    /** Whether the visits before say otherwise of its rate, so that an overload should tell whether the broker is as fast as before. */
    boolean isDoubted(Visit last) {
        if (isClearlyMissed(last)) {
            // In an overload, the rate achieved may be all that the broker can do now.
            return (last.isOverloaded() && Overloads.isSlower(last.achievedPerSecond(), overloads.fastest()))
                    || visits.stream().anyMatch(good -> isClearlyMet(good) && good.perSecond >= last.perSecond);
        }
        return isClearlyMet(last)
                && visits.stream().anyMatch(bad -> isClearlyMissed(bad) && last.perSecond >= bad.perSecond);
    }

    private boolean isClearlyMissed(Visit visit) {
        return isCounted(visit)
                && visit.worst(goal) >= CLEARLY_MISSED
                && (visit.seconds >= LONG_SECONDS || visit.isOverloaded());
    }

    private boolean isClearlyMet(Visit visit) {
        return isCounted(visit) && visit.worst(goal) <= CLEARLY_MET && visit.seconds >= LONG_SECONDS;
    }

    /** Widens the interval to the capacities before and after a change of the broker. */
    private void include(Overloads.Change change) {
        double lowest = Double.POSITIVE_INFINITY;
        double highest = 0;
        for (Visit visit : visits) {
            lowest = isClearlyMissed(visit) ? Math.min(lowest, visit.perSecond) : lowest;
            highest = isClearlyMet(visit) ? Math.max(highest, visit.perSecond) : highest;
        }
        double most = Math.max(highest, overloads.fastest());
        double ofTheFaster = Math.min(Math.min(most, missedByAll()), high * change.ratio());
        low = Math.min(low, highestMet(lowest));
        high = Math.max(high, Math.max(ofTheFaster, Math.min(most, nearestMissedAbove(highest))));
    }

    /** Lowest rate from which on all visits missed but for brief ones, if these are some; infinite otherwise. */
    private double missedByAll() {
        List<Visit> missed = outwards(false).stream()
                .filter(visit -> visit.worst(goal) >= 1 || !isBrief(visit))
                .takeWhile(visit -> visit.worst(goal) >= 1)
                .toList();
        return missed.size() < SOME_VISITS ? Double.POSITIVE_INFINITY : missed.get(missed.size() - 1).perSecond;
    }

    private double nearestMissedAbove(double rate) {
        return visits.stream()
                .filter(visit -> isCounted(visit) && visit.perSecond > rate && visit.worst(goal) >= 1)
                .mapToDouble(visit -> visit.perSecond)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** Step of a visit, decided by the dispersion that is known now. */
    CapacityStep step(Visit visit) {
        List<CapacityStep.Share> shares = new ArrayList<>();
        String missed = visit.failed > 0
                ? visit.failed + " messages failed"
                : visit.isMissed() && !visit.isExceeded
                        ? String.format(Locale.ROOT, "the backlog grew by %,.0f/s", visit.backlogPerSecond())
                        : "";
        String open = visit.isOpen() ? String.format(Locale.ROOT, "%,.0f/s achieved", visit.achievedPerSecond()) : "";
        for (int i = 0; i < dispersion.length; i++) {
            CapacityGoal.Objective objective = goal.objectives().get(i);
            CapacityStep.Share share = share(visit, i);
            shares.add(share);
            String figure = objective.sentence(share.value());
            if (missed.isEmpty() && share.low() >= objective.allowed()) {
                missed = figure;
            } else if (!(share.high() < objective.allowed())) {
                open = figure;
            }
        }
        boolean isOpen = visit.seconds == 0 || !open.isEmpty();
        double half = visit.halfOfBacklog(goal.confidence());
        Decision decision = !missed.isEmpty() ? Decision.MISSED : isOpen ? Decision.UNDECIDED : Decision.MET;
        return new CapacityStep(
                visit.purpose,
                visit.perSecond,
                visit.fromNs,
                visit.countedFromNs,
                visit.toNs,
                decision,
                missed.isEmpty() ? open : missed,
                visit.achievedPerSecond(),
                visit.backlogPerSecond(),
                Double.isInfinite(half) ? OptionalDouble.empty() : OptionalDouble.of(half),
                shares);
    }

    /**
     * Interval of Wilson, "Probable inference", 1927, for a small share, with the dispersion of the curve; that of Student for a
     * mean.
     */
    private CapacityStep.Share share(Visit visit, int objective) {
        double n = visit.counted[objective];
        double x = visit.beyond[objective];
        if (n == 0) {
            return new CapacityStep.Share(Double.NaN, 0, Double.POSITIVE_INFINITY);
        }
        CapacityGoal.Kind kind = goal.objectives().get(objective).kind();
        if (kind != CapacityGoal.Kind.SHARE) {
            double half = kind == CapacityGoal.Kind.MEAN ? visit.halfInterval(objective, goal.confidence()) : 0;
            return new CapacityStep.Share(x / n, x / n - half, x / n + half);
        }
        double z = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - goal.confidence()) / 2);
        double squared = z * z * Math.max(1, dispersion[objective]);
        double root = Math.sqrt(squared * (4 * x + squared));
        return new CapacityStep.Share(x / n, (2 * x + squared - root) / 2 / n, (2 * x + squared + root) / 2 / n);
    }
}
