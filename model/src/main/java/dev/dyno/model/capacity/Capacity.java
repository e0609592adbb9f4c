package dev.dyno.model.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Highest rate at which a broker meets its objectives, as an interval, with the steps that show it. Rates are messages a second,
 * over all producers.
 *
 * @param objectives in the words of the user, for instance {@code p99(end-to-end) < 20ms}
 * @param low lower end of the interval; empty if no rate is known to hold
 * @param high upper end of the interval; empty if no rate is known to miss
 * @param estimate between the ends; empty unless both are known
 * @param confidence share of such intervals that contain the true rate, 0 to 1
 * @param askedPrecision width of the interval that was asked for, as a share of the estimate
 * @param steps in the order of time
 * @param notes on what influenced the answer
 */
public record Capacity(
        List<String> objectives,
        OptionalDouble low,
        OptionalDouble high,
        OptionalDouble estimate,
        double confidence,
        double askedPrecision,
        List<CapacityStep> steps,
        List<Note> notes) {

    public Capacity {
        objectives = List.copyOf(objectives);
        steps = List.copyOf(steps);
        notes = List.copyOf(notes);
    }

    public Capacity with(List<Note> more) {
        List<Note> all = new ArrayList<>(notes);
        all.addAll(more);
        return new Capacity(objectives, low, high, estimate, confidence, askedPrecision, steps, all);
    }

    public Capacity withSteps(List<CapacityStep> others) {
        return new Capacity(objectives, low, high, estimate, confidence, askedPrecision, others, notes);
    }

    public boolean has(Kind kind) {
        return notes.stream().anyMatch(note -> note.kind() == kind);
    }

    /** Influence on an answer. */
    public enum Kind {
        /** The lowest rate that was decided misses, and it is the upper end. */
        NO_RATE_HOLDS,
        /** The highest rate allowed meets the objectives, so the interval has no upper end. */
        NOT_OVERLOADED,
        /** Later visits of a rate differ from earlier ones, in one direction. */
        DRIFTING,
        /** Visits of a rate differ by more than chance, in both directions. */
        TWO_REGIMES,
        /** Other programs used processors in the slowest overload of a broker that changed. */
        DISTURBED,
        /** A rate that is reached from above misses, and meets the objectives from below. */
        HYSTERESIS,
        /** A backlog of an overload was still there after the longest drain. */
        NOT_DRAINED,
        /** The lower end was not held for the time that confirms it. */
        NOT_CONFIRMED,
        /** The interval is wider than asked. */
        WIDER,
        /** Single standstills, more than the load, put messages beyond a limit. */
        STANDSTILLS,
        /** An objective of the ledger was exceeded at an unknown rate, or could not be checked. */
        EXCEEDED,
        /** An overload had the broker page, raise an alarm, lose messages or the like. */
        DAMAGED,
        /** The search is not finished, or its time ended before a rate was decided. */
        UNFINISHED
    }

    /**
     * Influence on an answer, with its figures.
     *
     * @param kind for programs
     * @param sentence for readers
     */
    public record Note(Kind kind, String sentence) {}
}
