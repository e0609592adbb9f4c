package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.Capacity.Kind;
import dev.dyno.model.capacity.Capacity.Note;
import dev.dyno.model.capacity.CapacityStep.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Search for the highest rate at which a broker meets objectives, in one load whose rate changes.
 *
 * <p>Use: ask the rate of {@link #begin()}, give each second of the load to {@link #next}, and ask the rate of its answer, until
 * it is {@code END}. A change of the rate may become effective later: a second is taken for the step whose rate was asked in it
 * from its beginning on, {@link CapacitySecond#perSecond()}, and left out otherwise.
 *
 * <p>Assumptions and guarantees: one thread at a time. Neither clock nor chance: the same seconds give the same answers.
 */
public final class CapacitySearch {

    /** First rates after the warm-up, relative to the ceiling. */
    private static final double[] LADDER = {0.25, 0.5, 0.75};

    /** Longest time of the ladder, with the drain before it. */
    private static final long LADDER_NS = 40_000_000_000L;

    /** Rates below this part of the ceiling are missed only if they are missed twice: once may be a hiccup. */
    private static final double FAR_BELOW = 0.9;

    private static final double SHRINKING = 4;
    private static final int SETTLE_SECONDS = 2;
    private static final int LONGEST_SETTLE_SECONDS = 6;
    private static final int LOCATE_SECONDS = 5;
    private static final int CLEAR_SECONDS = 3;
    private static final int HOLD_SECONDS = 14;
    private static final int CONFIRM_SECONDS = 30;
    private static final int GENTLE_DRAIN_SECONDS = 3;
    private static final int LONGEST_DRAIN_SECONDS = 20;
    private static final double GENTLE_DRAIN = 0.9;

    /** Time kept for the last hold at the lower end, with the drain before it. */
    private static final long RESERVE_NS = (CONFIRM_SECONDS + HOLD_SECONDS + 8) * 1_000_000_000L;

    /** Part of the precision by which the lower end may differ from the rate that was held. */
    private static final double CONFIRMED = 1.0 / 6;

    private static final int LEAST_HOLDS = 8;

    /** Holds between two overloads, where the broker seems to have changed. */
    private static final int PROBE_HOLDS = 3;

    /** Ratio to the share allowed, and its inverse, at which a visit of the first bracket ends. */
    private static final double CLEAR = 3;

    /** First step from the ceiling of the overload; a first bracket is at most half as wide again. */
    private static final double FIRST_WIDTH = 0.04;

    /**
     * Rates of the refinement, as ln of their share relative to the one allowed. Up and down, so that rates are reached from both
     * sides; on both sides, so that the slope is known.
     */
    private static final double[] LEVELS = {-1, -1.0 / 3, 1.0 / 3, 1, 1.0 / 3, -1.0 / 3};

    private static final double TOP_LEVEL = 2;

    /** Distance of the outermost levels, in precisions. */
    private static final double LEAST_REACH = 0.2;

    private static final double LARGEST_REACH = 1.5;

    private final CapacityGoal goal;
    private final List<Visit> visits = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private final Overloads overloads = new Overloads(visits);
    private final Evidence evidence;
    private final WarmUp warmUp;
    private Visit now;
    private Supplier<CapacityMove> afterDrain = this::locate;
    private double low;
    private double high = Double.POSITIVE_INFINITY;
    private double stride = FIRST_WIDTH;
    private boolean hasBracket;
    private long warmNs = Long.MAX_VALUE;
    private double middle;
    private int level;
    private int holds;
    private double confirmed;
    private boolean isLate;
    private boolean isEnded;
    private double calmSum;
    private long calmVisits;

    public CapacitySearch(CapacityGoal goal) {
        this.goal = goal;
        evidence = new Evidence(goal, visits, overloads);
        warmUp = new WarmUp(goal);
        middle = goal.startPerSecond();
        now = visit(Purpose.GROW, middle, 0, 0);
    }

    private Visit visit(Purpose purpose, double perSecond, long fromNs, long outstanding) {
        return new Visit(
                purpose, perSecond, fromNs, outstanding, goal.objectives().size());
    }

    /** First action: the rate to begin with. */
    public CapacityMove begin() {
        return new CapacityMove(CapacityMove.Kind.GROW, now.perSecond, "the first rate");
    }

    /** Takes the next second of the load, in the order of time, and answers with the action from now on. */
    public CapacityMove next(CapacitySecond second) {
        if (isEnded) {
            return end("the search is over");
        }
        if (Math.abs(second.perSecond() - now.perSecond) <= 1e-6 * now.perSecond) {
            now.add(second, calm(), goal);
        } else {
            // The rate before still held, so the backlog of this one begins here.
            now.outstandingAtStart = second.outstanding();
            now.outstanding = second.outstanding();
            now.toNs = second.endNs();
            now.countedFromNs = now.toNs;
        }
        if (second.endNs() >= endNs()) {
            visits.add(now);
            return end("the time is up");
        }
        return switch (now.purpose) {
            case GROW -> grow();
            case DRAIN -> drain();
            case HOLD -> hold(hasBracket ? HOLD_SECONDS : LOCATE_SECONDS);
            case CONFIRM -> hold(CONFIRM_SECONDS);
        };
    }

    private CapacityMove grow() {
        if (now.seconds < warmUp.seconds(now)) {
            return keep();
        }
        visits.add(now);
        if (warmUp.isOver()) {
            Visit probe = now;
            return drainThen(() -> hasBracket ? refine(probe) : locate());
        }
        if (now.worst(goal) < 1) {
            calm(now);
        }
        if (!now.isOverloaded() && now.perSecond >= goal.highestPerSecond()) {
            warmNs = now.toNs;
            return highestAllowed();
        }
        String why = now.isOverloaded() ? "it may become faster" : "not overloaded yet";
        double next = warmUp.next(now);
        return drainThen(warmUp.isOver() ? this::locate : () -> step(Purpose.GROW, next, why));
    }

    /** Longest time of a search with its warm-up, in ns. */
    public static long longestNs(long withinNs) {
        return WarmUp.longestNs(withinNs) + LADDER_NS + withinNs;
    }

    /** End of the search, from its beginning; while the broker warms up, the latest that is possible. */
    public long endNs() {
        return Math.min(warmNs, longestNs(goal.withinNs()) - goal.withinNs()) + goal.withinNs();
    }

    /** Drains if there is a backlog, at first only a little below a rate that has met: a broker that recovers does so there. */
    private CapacityMove drainThen(Supplier<CapacityMove> next) {
        if (now.outstanding <= calm()) {
            return next.get();
        }
        afterDrain = next;
        double met = low > 0 ? Math.min(low, now.perSecond) : Math.min(warmUp.ceiling(), now.perSecond) / 2;
        return step(Purpose.DRAIN, Math.max(goal.drainPerSecond(), met * GENTLE_DRAIN), drains());
    }

    private String drains() {
        return String.format(Locale.ROOT, "drains %,d messages", now.outstanding);
    }

    private CapacityMove drain() {
        boolean isDrained = now.outstanding <= calm();
        if (!isDrained && now.seconds < GENTLE_DRAIN_SECONDS) {
            return keep();
        }
        boolean isGentle = visits.get(visits.size() - 1).purpose != Purpose.DRAIN;
        if (isGentle && !isDrained) {
            if (low > 0 && now.grewEverySecond()) {
                String rate = String.format(Locale.ROOT, "%,.0f/s", now.perSecond);
                note(
                        Kind.HYSTERESIS,
                        "A higher rate met the objectives before an overload; after it, the backlog did not fall at "
                                + rate);
            }
            visits.add(now);
            return step(Purpose.DRAIN, Math.max(goal.drainPerSecond(), now.perSecond / 2), drains());
        }
        if (!isDrained && now.seconds < LONGEST_DRAIN_SECONDS) {
            return keep();
        }
        if (!isDrained) {
            note(Kind.NOT_DRAINED, "After " + LONGEST_DRAIN_SECONDS + " s, " + now.outstanding + " messages were left");
        }
        visits.add(now);
        return afterDrain.get();
    }

    private CapacityMove hold(int longest) {
        if (!now.isSettled && !now.isOverloaded()) {
            double held = (now.toNs - now.fromNs) / 1e9;
            if (held >= LONGEST_SETTLE_SECONDS || (held >= SETTLE_SECONDS && now.outstanding <= calm())) {
                now.settle();
                now.isSettled = true;
            }
            return keep();
        }
        double worst = now.worst(goal);
        boolean isClear = !hasBracket && now.seconds >= CLEAR_SECONDS && (worst > CLEAR || worst < 1 / CLEAR);
        if (!now.isOverloaded() && !isClear && now.seconds < longest) {
            return keep();
        }
        visits.add(now);
        if (worst < 1) {
            calm(now);
        }
        if (hasBracket) {
            holds += now.purpose == Purpose.HOLD ? 1 : 0;
            Visit held = now;
            return drainThen(() -> refine(held));
        }
        boolean isDoubted = worst >= 1
                && now.perSecond < warmUp.ceiling() * FAR_BELOW
                && visits.stream().filter(visit -> isSame(visit, now)).count() == 1;
        if (isDoubted) {
            double again = now.perSecond;
            return drainThen(() -> step(Purpose.HOLD, again, "once more"));
        }
        high = worst < 1 ? high : Math.min(high, now.perSecond);
        low = worst < 1 ? Math.max(low, now.perSecond) : low;
        if (high <= goal.lowestPerSecond()) {
            return end("no rate holds");
        }
        boolean isSlower = now.perSecond < warmUp.ceiling() * FAR_BELOW && evidence.isDoubted(now);
        return drainThen(isSlower ? this::probe : this::locate);
    }

    /** Overload as in the warm-up: whether the broker is as fast as it was. */
    private CapacityMove probe() {
        return step(Purpose.GROW, warmUp.overload(), "whether it is as fast as before");
    }

    private static boolean isSame(Visit one, Visit other) {
        return one.purpose == other.purpose && one.perSecond == other.perSecond;
    }

    /**
     * Rates of the ladder, then steps from the ceiling of the overload outwards, each twice as wide, then halves, until the bracket
     * is narrow.
     */
    private CapacityMove locate() {
        double center = warmUp.ceiling() * (1 - FIRST_WIDTH / 2);
        double half = Math.sqrt(low * high);
        double rate = center;
        if (low > 0 && high <= low * (1 + 1.5 * FIRST_WIDTH)) {
            hasBracket = true;
            middle = half;
            return refine(now);
        } else if (low == 0 && high < Double.POSITIVE_INFINITY) {
            rate = high / SHRINKING;
        } else if (low >= center || (high <= center && low >= FAR_BELOW * center)) {
            rate = low >= center ? Math.min(low * (1 + stride), half) : Math.max(high / (1 + stride), half);
            stride *= 2;
        } else if (high <= center) {
            rate = half;
        } else {
            for (int i = LADDER.length - 1; i >= 0; i--) {
                rate = LADDER[i] * center > low ? LADDER[i] * center : rate;
            }
        }
        if (warmNs == Long.MAX_VALUE && (rate >= center || high < Double.POSITIVE_INFINITY)) {
            warmNs = now.toNs;
        }
        double allowed = Math.max(goal.lowestPerSecond(), Math.min(rate, goal.highestPerSecond()));
        return low >= goal.highestPerSecond() ? highestAllowed() : step(Purpose.HOLD, allowed, between(low, high));
    }

    private CapacityMove highestAllowed() {
        hasBracket = true;
        middle = goal.highestPerSecond();
        return step(Purpose.CONFIRM, middle, "the highest rate allowed");
    }

    private static String between(double from, double to) {
        return Double.isInfinite(to)
                ? String.format(Locale.ROOT, "above %,.0f/s", from)
                : String.format(Locale.ROOT, "between %,.0f/s and %,.0f/s", from, to);
    }

    /** Next rate near the estimate, or the lower end, or the end. */
    private CapacityMove refine(Visit last) {
        evidence.update(middle);
        double differs = 1 - goal.precision() * CONFIRMED;
        if (last.purpose == Purpose.CONFIRM && !last.isMissed() && evidence.low() >= last.perSecond * differs) {
            confirmed = Math.max(confirmed, last.perSecond);
        }
        if (confirmed >= goal.highestPerSecond()) {
            return end("the highest rate allowed meets the objectives");
        }
        boolean isNarrow = holds >= LEAST_HOLDS && evidence.width() <= goal.precision();
        if (isNarrow && confirmed >= evidence.low() * differs) {
            return end("the interval is as narrow as asked");
        }
        boolean isFirstLate = !isLate && now.toNs > endNs() - RESERVE_NS;
        isLate |= isFirstLate;
        if (evidence.low() > 0 && (isNarrow || isFirstLate)) {
            return step(Purpose.CONFIRM, evidence.low(), "the lower end");
        }
        if (last.purpose == Purpose.HOLD
                && (evidence.isDoubted(last) || (holds % PROBE_HOLDS == 0 && overloads.mayHaveChanged()))) {
            return probe();
        }
        if (evidence.isKnown()) {
            double farthest = middle * goal.precision();
            middle = Math.max(middle - farthest, Math.min(middle + farthest, evidence.estimate()));
        }
        double reach = TOP_LEVEL / evidence.slope() / goal.precision();
        reach = Math.max(LEAST_REACH, Math.min(LARGEST_REACH, reach)) * goal.precision();
        double rate = middle * (1 + reach * LEVELS[level++ % LEVELS.length]);
        return step(
                Purpose.HOLD,
                Math.max(goal.lowestPerSecond(), Math.min(rate, goal.highestPerSecond())),
                between(evidence.low(), evidence.high()));
    }

    private CapacityMove step(Purpose purpose, double rate, String why) {
        now = visit(purpose, rate, now.toNs, now.outstanding);
        return new CapacityMove(CapacityMove.Kind.valueOf(purpose.name()), rate, why);
    }

    private CapacityMove keep() {
        return new CapacityMove(CapacityMove.Kind.KEEP, now.perSecond, "");
    }

    private CapacityMove end(String why) {
        isEnded = true;
        return new CapacityMove(CapacityMove.Kind.END, now.perSecond, why);
    }

    private void note(Kind kind, String sentence) {
        notes.removeIf(note -> note.kind() == kind);
        notes.add(new Note(kind, sentence + "."));
    }

    private void calm(Visit visit) {
        calmSum += visit.outstanding;
        calmVisits++;
    }

    /**
     * Messages outstanding in an ordinary second, at most: a few, or some times their mean where the objectives were met; of a broker
     * that warms up also those of 20 ms.
     */
    private double calm() {
        double atFirst = warmNs == Long.MAX_VALUE ? warmUp.ceiling() * 0.02 : 0;
        return Math.max(atFirst, 10 + 4 * calmSum / Math.max(1, calmVisits));
    }

    /** Answer by what is known now. Before the end of the search it has the note {@link Kind#UNFINISHED}. */
    public Capacity answer() {
        evidence.update(middle);
        List<Note> all = new ArrayList<>(notes);
        double from = confirmed > 0 ? Math.min(confirmed, evidence.low()) : evidence.low();
        // Where no rate has met there is no curve, and the lowest rate that was missed for certain is the upper end.
        boolean isNone = from == 0 && low == 0 && high < Double.POSITIVE_INFINITY;
        double to = isNone ? high : evidence.high();
        boolean hasHigh = to < Double.POSITIVE_INFINITY;
        boolean isKnown = hasHigh && from > 0;
        overloads.change().ifPresent(found -> {
            // Where the broker changed, that is why a backlog did not fall.
            all.removeIf(note -> note.kind() == Kind.HYSTERESIS);
            all.add(new Note(found.kind(), found.sentence() + "."));
        });
        if (!isEnded) {
            all.add(new Note(Kind.UNFINISHED, "The search was not at its end."));
        } else if (isNone) {
            all.add(0, new Note(Kind.NO_RATE_HOLDS, missedAt(high)));
        } else if (from == 0) {
            all.add(new Note(Kind.UNFINISHED, "The time was up before a rate was decided."));
        } else if (!hasHigh) {
            all.add(new Note(Kind.NOT_OVERLOADED, "No rate was overloaded."));
        }
        if (from > 0 && confirmed < from * (1 - goal.precision() * CONFIRMED)) {
            all.add(new Note(Kind.NOT_CONFIRMED, "The lower end was not held for " + CONFIRM_SECONDS + " s."));
        }
        if (isKnown && to - from > goal.precision() * evidence.estimate()) {
            all.add(new Note(Kind.WIDER, "The interval is wider than asked."));
        }
        return new Capacity(
                goal.objectives().stream().map(CapacityGoal.Objective::name).toList(),
                from > 0 ? OptionalDouble.of(from) : OptionalDouble.empty(),
                hasHigh ? OptionalDouble.of(to) : OptionalDouble.empty(),
                isKnown ? OptionalDouble.of(evidence.estimate()) : OptionalDouble.empty(),
                goal.confidence(),
                goal.precision(),
                visits.stream().map(evidence::step).toList(),
                all);
    }

    private String missedAt(double perSecond) {
        String why = visits.stream()
                .filter(visit -> visit.perSecond == perSecond && visit.worst(goal) >= 1)
                .map(visit -> evidence.step(visit).why())
                .reduce("", (before, last) -> last);
        String lower = perSecond > goal.lowestPerSecond() ? " The time was up before a lower rate was decided." : "";
        return String.format(
                Locale.ROOT, "at %,.4g/s %s.%s", perSecond, why.isEmpty() ? "too little was done" : why, lower);
    }
}
