package dev.dyno.model.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Highest rate at which a broker meets its objectives, as an interval, with the steps that show it. Rates are messages a second,
 * over all producers.
 *
 * @param objectives in the words of the user, for instance {@code p99(end-to-end) < 20ms}
 * @param low lower end of the interval; empty if no rate is known to meet the objectives
 * @param high upper end of the interval; empty if no rate is known to miss them
 * @param estimate most likely rate, between the ends; empty unless both ends are known
 * @param confidence share of searches, from 0 to 1, whose interval contains the true rate
 * @param askedPrecision width of the interval that was asked for, as a share of the estimate
 * @param steps in the order of time
 * @param notes influences on the answer
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
        /** The lowest rate that may be asked misses an objective, and it is the upper end. */
        NO_RATE_HOLDS,
        /** No rate was overloaded, so the interval has no upper end. */
        NOT_OVERLOADED,
        /** Overloads differ by more than chance: the broker became only slower, or only faster, during the search. */
        DRIFTING,
        /** Overloads differ by more than chance, and the broker became both slower and faster during the search. */
        TWO_REGIMES,
        /** Other programs used many more processors in the slowest overload than in the fastest. */
        DISTURBED,
        /** After an overload the backlog did not fall at a rate below one that had met the objectives before it. */
        HYSTERESIS,
        /** The backlog of an overload was still there after the longest drain. */
        NOT_DRAINED,
        /** The lower end was not held for the time that confirms it. */
        NOT_CONFIRMED,
        /** The interval is wider than asked. */
        WIDER,
        /** Single standstills, rather than the load, delayed messages beyond the limit of an objective. */
        STANDSTILLS,
        /** An objective about a count of the ledger was missed at an unknown rate, or an objective could not be checked. */
        EXCEEDED,
        /** The broker lost messages, or its log showed paging, an alarm or the like, in overloads or while a rate was held. */
        DAMAGED,
        /** The search is not finished, or its time ended before a rate met or the lowest one missed. */
        UNFINISHED
    }

    /**
     * Influence on an answer, in words.
     *
     * @param kind name for programs
     * @param sentence words for readers, with figures
     */
    public record Note(Kind kind, String sentence) {}
}
