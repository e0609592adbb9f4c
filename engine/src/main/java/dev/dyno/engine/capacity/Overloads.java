package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.Capacity.Kind;
import dev.dyno.model.capacity.CapacityStep.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Speed of the broker at different times: the rates that it achieved in the overloads of the warm-up, and in later ones. */
record Overloads(List<Visit> visits) {

    /** Ratio of the rates of two overloads above which the broker has changed; smaller ones are common from second to second. */
    private static final double SLOWER = 1.1;

    /** Share of the highest rate achieved: an overload that is slower by this or more does not count as one of a warm broker. */
    private static final double COLD = 0.05;

    /** Number of overloads at the end of the warm-up that are compared with later ones: in these, the broker became no faster. */
    private static final int LEVEL = 2;

    /** Minimum number of slower overloads to show a change: in a single one the machine may have stood still. */
    private static final int LEAST_SLOWER = 2;

    static boolean isSlower(double achieved, double other) {
        return achieved * SLOWER < other;
    }

    /** Highest rate achieved; 0 without an overload. */
    double fastest() {
        return visits.stream()
                .filter(visit -> visit.purpose == Purpose.GROW)
                .mapToDouble(Visit::achievedPerSecond)
                .max()
                .orElse(0);
    }

    /** Whether a visit is an overload in which the broker was about as fast as at its best. */
    boolean isWarm(Visit visit) {
        return visit.purpose == Purpose.GROW && visit.achievedPerSecond() > fastest() * (1 - COLD);
    }

    /** Mean rate achieved while the broker was warm; 0 without an overload. */
    double ceiling() {
        return visits.stream()
                .filter(this::isWarm)
                .mapToDouble(Visit::achievedPerSecond)
                .average()
                .orElse(0);
    }

    /**
     * Change of the speed.
     *
     * @param kind {@code DRIFTING} if the broker became only slower or only faster, otherwise {@code TWO_REGIMES}
     * @param ratio highest rate achieved, relative to the lowest one
     * @param extremes the fastest and the slowest overload
     */
    record Change(Kind kind, double ratio, List<Visit> extremes, String sentence) {}

    /** Whether an overload was slower than another one, and further overloads may still show something new. */
    boolean mayHaveChanged() {
        return slower(warm()) > 0 && !hasRegimes();
    }

    /** Whether the speed changed in both directions, so that further overloads show nothing new. */
    boolean hasRegimes() {
        return change().filter(change -> change.kind() == Kind.TWO_REGIMES).isPresent();
    }

    Optional<Change> change() {
        List<Visit> warm = warm();
        if (slower(warm) < LEAST_SLOWER) {
            return Optional.empty();
        }
        boolean isWorse = false;
        boolean isBetter = false;
        Visit best = warm.get(0);
        Visit least = best;
        for (int i = 1; i < warm.size(); i++) {
            double achieved = warm.get(i).achievedPerSecond();
            for (Visit before : warm.subList(0, i)) {
                isWorse |= isSlower(achieved, before.achievedPerSecond());
                isBetter |= isSlower(before.achievedPerSecond(), achieved);
            }
            best = achieved > best.achievedPerSecond() ? warm.get(i) : best;
            least = achieved < least.achievedPerSecond() ? warm.get(i) : least;
        }
        return Optional.of(new Change(
                isWorse && isBetter ? Kind.TWO_REGIMES : Kind.DRIFTING,
                best.achievedPerSecond() / least.achievedPerSecond(),
                List.of(best, least),
                String.format(
                        Locale.ROOT,
                        "An overload achieved %,.0f/s at %.0f s, and another one %,.0f/s at %.0f s",
                        best.achievedPerSecond(),
                        best.fromNs / 1e9,
                        least.achievedPerSecond(),
                        least.fromNs / 1e9)));
    }

    private static int slower(List<Visit> warm) {
        double best = warm.stream().mapToDouble(Visit::achievedPerSecond).max().orElse(0);
        return (int) warm.stream()
                .filter(visit -> isSlower(visit.achievedPerSecond(), best))
                .count();
    }

    /** Last overloads of the warm-up and all later ones, in the order of time. */
    private List<Visit> warm() {
        List<Visit> warm = new ArrayList<>();
        boolean isWarmUp = true;
        for (Visit visit : visits) {
            isWarmUp &= visit.purpose == Purpose.GROW || visit.purpose == Purpose.DRAIN;
            if (visit.purpose == Purpose.GROW) {
                warm.add(visit);
                if (isWarmUp && warm.size() > LEVEL) {
                    warm.remove(0);
                }
            }
        }
        return warm;
    }
}
