package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.Capacity.Kind;
import dev.dyno.model.capacity.Capacity.Note;
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
 * Interval of the capacity, computed from all visits until now. Each objective about a share or a mean has a {@link Curve} of its
 * own, if its visits suffice. The objective that misses first decides, so the interval lies between the lowest of the lower ends
 * and the lowest of the upper ends. The curves share the error that the confidence allows.
 *
 * <p>The interval is never finer than the rates visited: it reaches at least to the nearest visit below with fewer beyond than
 * allowed, and to the nearest one above with more. The second lowest rate above the estimate that missed whatever the shares and
 * means are is an upper end as well; a single one may be due to a burst.
 */
final class Evidence {

    /**
     * Distance from the middle, as ln of the rate, up to which visits are used for a curve. It is larger with a coarse precision,
     * or if all visits within it met or missed. The last fit uses visits up to {@link #WINDOW_SHARES} away as ln of the share, if
     * that is nearer.
     */
    private static final double WINDOW = 0.12;

    /** Distance from the estimate, in precisions, at which a single clear visit bounds the interval. */
    private static final double FAR_PRECISIONS = 4;

    private static final double WINDOW_SHARES = 6;

    /** Distance from the middle, in precisions, within which the last fit uses visits in any case. */
    private static final double NEAREST_PRECISIONS = 1.5;

    /** Change of ln of the share within the precision: the ends of a flatter curve use only a part of the error allowed. */
    private static final double STEEP = 2.5;

    /**
     * Minimum length of a visit, in seconds, to show a change of the broker, unless it is an overload; a shorter one may show a
     * hiccup of the machine.
     */
    private static final int LONG_SECONDS = 10;

    /** Minimum number of visits that missed to make their lowest rate an upper end: fewer may all have met a slow broker. */
    private static final int SOME_VISITS = 4;

    private static final double LEAST_CERTAINTY = 0.3;
    private static final int LEAST_POINTS = 3;
    private static final int FITS = 2;

    /**
     * Ratio of an objective's figure to the one allowed, up to which a visit clearly meets the objective; from {@link
     * #CLEARLY_MISSED} on it clearly misses it.
     */
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
    /** Change of ln of the share per change of ln of the rate, at the estimate; infinite without a curve. */
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

    /** @param middle rate near which a curve is fitted to the visits */
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
        // Without a curve, the lower end is at most the rate that the overloaded broker achieved: a visit at a higher
        // rate may have met the objectives by chance.
        low = goal.curves() == 0 && seconds > 0 ? Math.min(met, done / seconds) : met;
        high = Double.POSITIVE_INFINITY;
        slope = Double.POSITIVE_INFINITY;
        estimate = Double.POSITIVE_INFINITY;
        // If the visits near the capacity leave the slope open, the ends of a curve are arbitrary, and clear visits
        // bound them. If standstills decide, no visit is clear: it had a standstill, or none, by chance.
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
                // The curve of standstills also holds below the rates visited, so its lower end needs no visit that
                // met.
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
        // If holds at one rate differ much, a curve may put the capacity below all that met or above all that missed.
        low = low > 0 ? low : clear(Double.POSITIVE_INFINITY, false, JUST_MET);
        high = high < Double.POSITIVE_INFINITY ? high : clear(0, true, 1);
        overloads.change().ifPresent(this::include);
        estimate = estimate == Double.POSITIVE_INFINITY ? Math.sqrt(low * high) : estimate;
        estimate = Math.max(low, Math.min(high, estimate));
    }

    /** Evidence of standstills, for each objective whose late messages are mostly due to them. */
    Stream<Standstills> standstills() {
        return IntStream.range(0, dispersion.length).boxed().flatMap(i -> standstills(i).stream());
    }

    private Optional<Standstills> standstills(int objective) {
        return Standstills.among(
                visits.stream().filter(Evidence::isCounted).toList(),
                objective,
                goal.objectives().get(objective));
    }

    /** A note on each objective of which no visit measured anything, so that all of them seem to meet it. */
    List<Note> unmeasured() {
        return IntStream.range(0, goal.objectives().size())
                .filter(i -> visits.stream().allMatch(visit -> visit.counted[i] == 0))
                .mapToObj(i -> goal.objectives().get(i).name())
                .map(name -> name + " is not shown to hold at any rate: it was never measured.")
                .map(sentence -> new Note(Kind.EXCEEDED, sentence))
                .toList();
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

    /** Rate to confirm: the lower end, or one nearer to the estimate that becomes the lower end if a hold at it clearly meets. */
    double lowToConfirm() {
        return isKnown() ? Math.max(low, estimate / far() / (1 + goal.precision() / 3)) : low;
    }

    private Stream<Visit> missed() {
        return visits.stream().filter(visit -> (isCounted(visit) || overloads.isWarm(visit)) && visit.isMissed());
    }

    /**
     * Rate that missed whatever the shares and means are, and that the fewest visits contradict: those that missed below it, and
     * those that met at it or above. The lowest rate that missed is not certain, because the machine may have stood still;
     * infinite if none missed.
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

    /** Second lowest rate above the given one that missed whatever the shares and means are: the lowest may be due to a burst. */
    private double missedAbove(double above) {
        return missed().mapToDouble(visit -> visit.perSecond)
                .filter(rate -> rate > above)
                .sorted()
                .skip(1)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** Part of the error allowed that a curve's ends use: below 1 if it is so flat that the visits show little of its slope. */
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
     * Lowest clear rate at and above which all visits missed, or highest clear rate at and below which all met; infinite or 0 if
     * there is none. A rate is clear if its visit has the ratio given and is four precisions beyond the estimate. It is also
     * clear if this visit and those nearer to the capacity, together as long as n holds, have a mean ratio of the one given to
     * the power of 1 / √n, and the rate is 4 / √n precisions beyond the estimate, at least 4 / √2. The share grows with the rate,
     * so the mean errs to the safe side; its error falls with √n.
     *
     * @param estimate that the rate must be far from; 0 or infinite if any rate may be the answer
     * @param ratio to the share allowed: the least of a visit that missed, or the largest of one that met
     */
    private double clear(double estimate, boolean isMissed, double ratio) {
        double none = isMissed ? Double.POSITIVE_INFINITY : 0;
        double clear = none;
        double sum = 0;
        double seconds = 0;
        for (Visit visit : outwards(isMissed)) {
            double worst = visit.worst(goal);
            if (worst >= 1 != isMissed) {
                // A brief visit that met refutes no upper end and is passed over. Without an estimate it counts,
                // because all visits may be brief.
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

    /** Whether a visit is so short that it may have met only because no burst occurred: then it refutes no upper end. */
    private boolean isBrief(Visit visit) {
        return visit.seconds < Math.min(LONG_SECONDS, CapacitySearch.holdSeconds(goal));
    }

    /**
     * Counted visits in ascending order of the rate if {@code isMissed}, and at equal rates those that missed before others;
     * otherwise in descending order, and those that met before others.
     */
    private List<Visit> outwards(boolean isMissed) {
        Comparator<Visit> byRate = Comparator.comparingDouble(visit -> isMissed ? visit.perSecond : -visit.perSecond);
        return visits.stream()
                .filter(Evidence::isCounted)
                .sorted(byRate.thenComparing(visit -> visit.worst(goal) >= 1 != isMissed))
                .toList();
    }

    /**
     * Curve fitted to the visits near the middle, or to more if all these met or missed; null if all visits did, if they are too
     * few, or if the objective has no curve.
     */
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
                    // The curve of standstills holds at all rates, and standstills are too few to leave some out.
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

    /** Whether earlier visits contradict the last one, so that an overload should show if the broker is as fast as before. */
    boolean isDoubted(Visit last) {
        if (isClearlyMissed(last)) {
            // An overload shows the broker's speed at that time, which may be lower than before.
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

    /** Lowest rate at and above which no visit met but brief ones; infinite if fewer than {@link #SOME_VISITS} missed. */
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

    /** Step of the result for a visit, decided with the dispersion that is known now. */
    CapacityStep step(Visit visit) {
        return new StepDecision(goal, dispersion).of(visit);
    }
}
