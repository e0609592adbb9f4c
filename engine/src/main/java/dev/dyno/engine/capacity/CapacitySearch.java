package dev.dyno.engine.capacity;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.Capacity.Kind;
import dev.dyno.model.capacity.Capacity.Note;
import dev.dyno.model.capacity.CapacityStep;
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
 * it is {@code END}. A change of the rate may take effect later than it was asked: a second counts only if its
 * {@link CapacitySecond#perSecond()} is the rate of the current step.
 *
 * <p>Assumptions and guarantees: one thread at a time. No clock and no random numbers: equal seconds give equal answers.
 */
public final class CapacitySearch {

    /** Maximum time in ns of the first rates, the ladder of {@link Bracket}, with the drain before them. */
    private static final long LADDER_NS = 40_000_000_000L;

    private static final int SETTLE_SECONDS = 2;
    private static final int LONGEST_SETTLE_SECONDS = 6;
    private static final int LOCATE_SECONDS = 5;
    private static final int CLEAR_SECONDS = 3;
    private static final int HOLD_SECONDS = 14;
    private static final int LEAST_HOLD_SECONDS = 5;

    /** Number of holds that a short search has time for: they are shorter in it, down to {@link #LEAST_HOLD_SECONDS}. */
    private static final int HOLDS_WITHIN = 20;

    private static final int CONFIRM_SECONDS = 30;
    private static final int GENTLE_DRAIN_SECONDS = 3;
    private static final int LONGEST_DRAIN_SECONDS = 20;
    private static final double GENTLE_DRAIN = 0.9;

    /** Time in ns kept at the end of the search for the hold that confirms the lower end, with the drain before it. */
    private static final long RESERVE_NS = (CONFIRM_SECONDS + HOLD_SECONDS + 8) * 1_000_000_000L;

    /** Part of the precision by which the lower end may differ from the rate of the hold that confirms it. */
    private static final double CONFIRMED = 1.0 / 6;

    private static final int LEAST_HOLDS = 8;

    /** Holds between two overloads, while the broker's speed seems to have changed. */
    private static final int PROBE_HOLDS = 3;

    /** Ratio to the share allowed: above it, or below its inverse, a hold that narrows the first bracket ends early. */
    private static final double CLEAR = 3;

    /** Holds in a row at or above the middle that clearly met: after them, the first bracket counts as too low. */
    private static final int REFUTED = 3;

    /** Largest backlog of an ordinary second, in seconds at the ceiling's rate; at first {@link #CALM_AT_FIRST}. */
    private static final double CALM = 0.005;

    private static final double CALM_AT_FIRST = 0.02;

    private final CapacityGoal goal;
    private final List<Visit> visits = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private final Overloads overloads = new Overloads(visits);
    private final Evidence evidence;
    private final WarmUp warmUp;
    private Visit now;
    private Supplier<CapacityMove> afterDrain = this::locate;
    private final Bracket bracket = new Bracket();
    private boolean hasBracket;
    /** False if the highest rate allowed does not overload the broker, so that no rate shows how fast the broker is. */
    private boolean mayProbe = true;

    private long warmNs = Long.MAX_VALUE;
    private final RateLevels levels;
    private int metAbove;
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
        levels = new RateLevels(goal);
        now = visit(Purpose.GROW, goal.startPerSecond(), 0, 0);
    }

    private Visit visit(Purpose purpose, double perSecond, long fromNs, long outstanding) {
        return new Visit(
                purpose, perSecond, fromNs, outstanding, goal.objectives().size());
    }

    /** First action: the rate to begin with. */
    public CapacityMove begin() {
        return new CapacityMove(CapacityMove.Kind.GROW, now.perSecond);
    }

    /** Takes the next second of the load, in the order of time, and returns the action from now on. */
    public CapacityMove next(CapacitySecond second) {
        if (isEnded) {
            return end();
        }
        if (Math.abs(second.perSecond() - now.perSecond) <= 1e-6 * now.perSecond) {
            now.add(second, calm(), goal);
        } else {
            // The previous rate was still asked, so the backlog of this step counts from the end of this second.
            now.outstanding = second.outstanding();
            now.toNs = second.endNs();
            now.countedFromNs = now.toNs;
        }
        if (second.endNs() >= endNs()) {
            // An overload that was cut short does not show the broker's speed.
            if (now.purpose != Purpose.GROW) {
                visits.add(now);
            }
            return end();
        }
        return switch (now.purpose) {
            case GROW -> grow();
            case DRAIN -> drain();
            case HOLD -> hold(hasBracket ? holdSeconds(goal) : LOCATE_SECONDS);
            case CONFIRM -> hold(CONFIRM_SECONDS);
        };
    }

    private CapacityMove grow() {
        if (now.seconds < warmUp.seconds(now)) {
            return keep();
        }
        visits.add(now);
        if (warmUp.isOver) {
            Visit probe = now;
            return drainThen(() -> hasBracket ? refine(probe) : locate());
        }
        if (now.worst(goal) < 1) {
            calm(now);
        }
        double next = warmUp.next(now);
        if (!now.isOverloaded() && now.perSecond >= goal.highestPerSecond()) {
            warmNs = now.toNs;
            mayProbe = false;
            return step(Purpose.HOLD, goal.highestPerSecond());
        }
        return drainThen(warmUp.isOver ? this::locate : () -> step(Purpose.GROW, next));
    }

    /** Longest time of a search with its warm-up, in ns. */
    public static long longestNs(long withinNs) {
        return WarmUp.longestNs(withinNs) + LADDER_NS + withinNs;
    }

    /** End of the search, in ns from its beginning; until the first rates are done, the latest possible end. */
    public long endNs() {
        return Math.min(warmNs, longestNs(goal.withinNs()) - goal.withinNs()) + goal.withinNs();
    }

    /**
     * Drains a backlog, if there is one, before the next action. The first rate is only a little below one that met, because a
     * broker that recovers does so at that rate; if none met, it is below half of what the broker achieved.
     */
    private CapacityMove drainThen(Supplier<CapacityMove> next) {
        if (now.outstanding <= calm()) {
            return next.get();
        }
        afterDrain = next;
        double met =
                bracket.low > 0 ? Math.min(bracket.low, now.perSecond) : Math.min(warmUp.ceiling, now.perSecond) / 2;
        return step(Purpose.DRAIN, Math.max(goal.drainPerSecond(), met * GENTLE_DRAIN));
    }

    private CapacityMove drain() {
        boolean isDrained = now.outstanding <= calm();
        if (!isDrained && now.seconds < GENTLE_DRAIN_SECONDS) {
            return keep();
        }
        boolean isGentle = visits.get(visits.size() - 1).purpose != Purpose.DRAIN;
        if (isGentle && !isDrained) {
            if (bracket.low > 0 && now.grewEverySecond()) {
                String rate = String.format(Locale.ROOT, "%,.0f/s", now.perSecond);
                note(
                        Kind.HYSTERESIS,
                        "A higher rate met the objectives before an overload; after it, the backlog did not fall at "
                                + rate);
            }
            visits.add(now);
            return step(Purpose.DRAIN, Math.max(goal.drainPerSecond(), now.perSecond / 2));
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

    /** Length of a hold in seconds: shorter in a short search, which needs as many holds as a long one. */
    static int holdSeconds(CapacityGoal goal) {
        return (int)
                Math.max(LEAST_HOLD_SECONDS, Math.min(HOLD_SECONDS, goal.withinNs() / 1_000_000_000 / HOLDS_WITHIN));
    }

    private CapacityMove hold(int longest) {
        if (!now.isSettled && !now.isOverloaded()) {
            double held = (now.toNs - now.fromNs) / 1e9;
            if (held >= LONGEST_SETTLE_SECONDS || (held >= SETTLE_SECONDS && now.outstanding <= calm())) {
                now = now.settled();
            }
            return keep();
        }
        double worst = now.worst(goal);
        boolean isFarBelow = Bracket.isFarBelow(now.perSecond, warmUp.ceiling);
        boolean isHiccup = isFarBelow && worst >= 1 && !now.isMissed() && !now.missesMostSeconds();
        boolean isClear =
                !hasBracket && !isHiccup && now.seconds >= CLEAR_SECONDS && (worst > CLEAR || worst < 1 / CLEAR);
        if (!now.isOverloaded()
                && !isClear
                && now.seconds < (isHiccup ? Math.max(longest, holdSeconds(goal)) : longest)) {
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
                && isFarBelow
                && visits.stream()
                                .filter(visit -> visit.purpose == now.purpose && visit.perSecond == now.perSecond)
                                .count()
                        == 1;
        if (isDoubted) {
            double again = now.perSecond;
            return drainThen(() -> step(Purpose.HOLD, again));
        }
        bracket.add(now.perSecond, worst < 1);
        if (bracket.high <= goal.lowestPerSecond()) {
            return end();
        }
        boolean isSlower = mayProbe && isFarBelow && evidence.isDoubted(now);
        return drainThen(isSlower ? this::probe : this::locate);
    }

    /**
     * Asks for the rate of a gentle overload (see {@link WarmUp}) again, to see whether the broker is as fast as in the warm-up.
     */
    private CapacityMove probe() {
        return step(Purpose.GROW, Math.min(goal.highestPerSecond(), warmUp.overload()));
    }

    /** Next rate of the bracket; once that is narrow, the first rate near its middle. */
    private CapacityMove locate() {
        if (bracket.isNarrow()) {
            hasBracket = true;
            levels.around(bracket.middle());
            return refine(now);
        }
        double rate = bracket.next(warmUp.ceiling);
        if (warmNs == Long.MAX_VALUE && !bracket.isOnLadder(rate, warmUp.ceiling)) {
            warmNs = now.toNs;
        }
        double allowed = Math.max(goal.lowestPerSecond(), Math.min(rate, goal.highestPerSecond()));
        return bracket.low >= goal.highestPerSecond() ? highestAllowed() : step(Purpose.HOLD, allowed);
    }

    private CapacityMove highestAllowed() {
        hasBracket = true;
        levels.around(goal.highestPerSecond());
        return step(Purpose.CONFIRM, goal.highestPerSecond());
    }

    /** Next rate near the estimate, a hold of the lower end, an overload, the end of the search, or a return to the bracket. */
    private CapacityMove refine(Visit last) {
        evidence.update(levels.middle);
        if (last.purpose == Purpose.HOLD && last.perSecond >= levels.middle) {
            metAbove = last.worst(goal) <= Evidence.CLEARLY_MET ? metAbove + 1 : 0;
        }
        if (metAbove == REFUTED) {
            metAbove = 0;
            hasBracket = false;
            bracket.reopen(last.perSecond);
            return locate();
        }
        double differs = 1 - goal.precision() * CONFIRMED;
        if (last.purpose == Purpose.CONFIRM && !last.isMissed() && evidence.low >= last.perSecond * differs) {
            confirmed = Math.max(confirmed, last.perSecond);
        }
        if (confirmed >= goal.highestPerSecond()) {
            return end();
        }
        boolean isNarrow = holds >= LEAST_HOLDS && evidence.width() <= goal.precision();
        if (isNarrow && confirmed >= evidence.low * differs) {
            return end();
        }
        boolean isFirstLate = !isLate && now.toNs > endNs() - RESERVE_NS;
        isLate |= isFirstLate;
        if (evidence.low > 0 && (isNarrow || isFirstLate)) {
            return step(Purpose.CONFIRM, evidence.lowToConfirm());
        }
        if (mayProbe
                && last.purpose == Purpose.HOLD
                && ((evidence.isDoubted(last) && !overloads.hasRegimes())
                        || (holds % PROBE_HOLDS == 0 && overloads.mayHaveChanged()))) {
            return probe();
        }
        return step(Purpose.HOLD, levels.next(evidence));
    }

    private CapacityMove step(Purpose purpose, double rate) {
        now = visit(purpose, rate, now.toNs, now.outstanding);
        return new CapacityMove(CapacityMove.Kind.valueOf(purpose.name()), rate);
    }

    private CapacityMove keep() {
        return new CapacityMove(CapacityMove.Kind.KEEP, now.perSecond);
    }

    private CapacityMove end() {
        isEnded = true;
        return new CapacityMove(CapacityMove.Kind.END, now.perSecond);
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
     * Maximum number of messages outstanding at the end of an ordinary second: the larger of that of {@link #CALM}, and 10 more
     * than four times their mean after steps that met.
     */
    private double calm() {
        double seconds = warmNs == Long.MAX_VALUE ? CALM_AT_FIRST : CALM;
        return Math.max(seconds * warmUp.ceiling, 10 + 4 * calmSum / Math.max(1, calmVisits));
    }

    /** Answer from the seconds until now. Before the end of the search it has the note {@link Kind#UNFINISHED}. */
    public Capacity answer() {
        evidence.update(levels.middle);
        List<Note> all = new ArrayList<>(notes);
        double from = confirmed > 0 ? Math.min(confirmed, evidence.low) : evidence.low;
        // If no rate has met, the upper end is the lowest rate that counts as missed, not the end of a curve.
        boolean isNone = from == 0 && bracket.low == 0 && bracket.high < Double.POSITIVE_INFINITY;
        double to = isNone ? bracket.high : evidence.high;
        boolean hasHigh = to < Double.POSITIVE_INFINITY;
        boolean isKnown = hasHigh && from > 0;
        overloads.change().ifPresent(found -> {
            // A change of the broker's speed explains a backlog that did not fall.
            all.removeIf(note -> note.kind() == Kind.HYSTERESIS);
            all.add(new Note(found.kind(), found.sentence() + "."));
        });
        if (!isEnded) {
            all.add(new Note(Kind.UNFINISHED, "The search was not at its end."));
        } else if (isNone) {
            boolean isLowest = bracket.high <= goal.lowestPerSecond();
            all.add(0, new Note(isLowest ? Kind.NO_RATE_HOLDS : Kind.UNFINISHED, missedAt(bracket.high)));
        } else if (from == 0) {
            all.add(new Note(Kind.UNFINISHED, "The time was up before a rate was decided."));
        } else if (!hasHigh) {
            all.add(new Note(Kind.NOT_OVERLOADED, "No rate was overloaded."));
        }
        if (from > 0) {
            all.addAll(evidence.unmeasured());
        }
        if (from > 0 && confirmed < from * (1 - goal.precision() * CONFIRMED)) {
            all.add(new Note(Kind.NOT_CONFIRMED, "The lower end was not held for " + CONFIRM_SECONDS + " s."));
        }
        if (isKnown && to - from > goal.precision() * evidence.estimate) {
            all.add(new Note(Kind.WIDER, "The interval is wider than asked."));
        }
        if (isKnown) {
            all.addAll(evidence.standstills().map(Standstills::note).toList());
        }
        return new Capacity(
                goal.objectives().stream().map(CapacityGoal.Objective::name).toList(),
                from > 0 ? OptionalDouble.of(from) : OptionalDouble.empty(),
                hasHigh ? OptionalDouble.of(to) : OptionalDouble.empty(),
                isKnown ? OptionalDouble.of(evidence.estimate) : OptionalDouble.empty(),
                goal.confidence(),
                goal.precision(),
                visits.stream().map(evidence::step).toList(),
                all);
    }

    /** Overloads in which the broker was fastest and slowest, if its speed changed. */
    public List<CapacityStep> changed() {
        return overloads.change().stream()
                .flatMap(change -> change.extremes().stream())
                .map(evidence::step)
                .toList();
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
