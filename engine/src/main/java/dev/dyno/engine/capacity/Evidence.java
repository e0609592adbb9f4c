package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.capacity.CapacityStep.Purpose;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
        double missed = lowestMissed();
        double done = 0;
        int seconds = 0;
        for (Visit visit : visits) {
            if (isCounted(visit) && visit.isMissed() && visit.perSecond >= missed) {
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
        boolean isByStandstills = standstills().findAny().isPresent();
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
        high = Math.min(high, missedAbove(estimate < Double.POSITIVE_INFINITY ? estimate : Math.nextDown(missed)));
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

    /** Evidence of standstills, for each objective that has it. */
    Stream<Standstills> standstills() {
        return IntStream.range(0, dispersion.length).boxed().flatMap(i -> standstills(i).stream());
    }

    private Optional<Standstills> standstills(int objective) {
        return Standstills.among(
                visits.stream().filter(Evidence::isCounted).toList(),
                objective,
                goal.objectives().get(objective));
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

    private Stream<Visit> missed() {
        return visits.stream().filter(visit -> (isCounted(visit) || overloads.isWarm(visit)) && visit.isMissed());
    }

    /**
     * Lowest rate missed whatever the objectives are, but for those that more holds of this rate or higher ones met: the rate that the
     * fewest visits contradict. The machine may have stood still in one of the first.
     */
    private double lowestMissed() {
        double lowest = Double.POSITIVE_INFINITY;
        long fewest = Long.MAX_VALUE;
        for (double rate :
                missed().mapToDouble(visit -> visit.perSecond).sorted().toArray()) {
            long contradict = missed().filter(visit -> visit.perSecond < rate).count()
                    + visits.stream()
                            .filter(visit -> isCounted(visit) && visit.perSecond >= rate && visit.worst(goal) < 1)
                            .count();
            if (contradict < fewest) {
                fewest = contradict;
                lowest = rate;
            }
        }
        return lowest;
    }

    /** Second lowest rate missed, whatever the objectives are, above another one: a single one may be a burst. */
    private double missedAbove(double above) {
        return missed().mapToDouble(visit -> visit.perSecond)
                .filter(rate -> rate > above)
                .sorted()
                .skip(1)
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
        boolean isByStandstills = standstills(objective).isPresent();
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
        return new StepDecision(goal, dispersion).of(visit);
    }
}
