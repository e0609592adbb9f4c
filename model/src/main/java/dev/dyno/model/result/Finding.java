package dev.dyno.model.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Observation about a run, as data; {@code FindingText} in the package of the rules makes the sentence.
 *
 * @param code stable short name for programs: lower case words with dashes
 * @param values figures and words of the sentence; several of one name are a list
 * @param settings keys in a file of the settings that the sentence names, for example {@code producers.max-pending}; empty
 *     until the run is judged
 */
public record Finding(Level level, String code, List<Value> values, List<String> settings) {

    public enum Level {
        /** Explains the numbers, and is no reason to doubt them. */
        NOTE,
        /** The numbers may be misleading: read the sentence before quoting them. */
        SUSPECT,
        /** The numbers must not be used. */
        INVALID
    }

    /**
     * A named value: a word, a number with its unit, or both, for example an event and its time.
     *
     * @param text empty for a number alone; for a part of the sentence that depends on the run, the name of that part
     * @param unit empty for a word alone
     * @param low the number, or the lowest one of several workers
     * @param high the number, or the highest one of several workers; empty if only a lower bound is known
     */
    public record Value(String name, String text, Optional<Unit> unit, double low, Optional<Double> high) {

        public static Value of(String name, double number, Unit unit) {
            return between(name, number, number, unit);
        }

        public static Value between(String name, double low, double high, Unit unit) {
            return new Value(name, "", Optional.of(unit), low, Optional.of(high));
        }

        public static Value count(String name, long number) {
            return of(name, (double) number, Unit.COUNT);
        }

        public static Value number(String name, double number) {
            return of(name, number, Unit.NUMBER);
        }

        public static Value percent(String name, double number) {
            return of(name, number, Unit.PERCENT);
        }

        public static Value ns(String name, long number) {
            return of(name, (double) number, Unit.NANOSECONDS);
        }

        public static Value ns(String name, double number) {
            return of(name, number, Unit.NANOSECONDS);
        }

        public static Value range(String name, LatencyRange range) {
            return new Value(
                    name,
                    "",
                    Optional.of(Unit.NANOSECONDS),
                    range.lowNs(),
                    range.isExact() ? Optional.of((double) range.lowNs()) : Optional.empty());
        }

        public static Value text(String name, String text) {
            return new Value(name, text, Optional.empty(), 0, Optional.of(0.0));
        }

        /** A copy with other words, or another part of the sentence, beside its number. */
        public Value with(String words) {
            return new Value(name, words, unit, low, high);
        }
    }

    /** Name of the only value of a finding that an older version stored as a sentence. */
    public static final String SENTENCE = "sentence";

    public Finding {
        values = List.copyOf(values);
        settings = List.copyOf(settings);
    }

    /** A finding with a sentence and no other values, the form in which older versions stored findings. */
    public static Finding of(Level level, String code, String sentence) {
        return new Finding(level, code, List.of(Value.text(SENTENCE, sentence)), List.of());
    }

    public static Finding note(String code, Value... values) {
        return new Finding(Level.NOTE, code, List.of(values), List.of());
    }

    public static Finding suspect(String code, Value... values) {
        return new Finding(Level.SUSPECT, code, List.of(values), List.of());
    }

    public static Finding invalid(String code, Value... values) {
        return new Finding(Level.INVALID, code, List.of(values), List.of());
    }

    /** A copy with the level SUSPECT if the condition holds. */
    public Finding suspectIf(boolean touched) {
        return new Finding(touched ? Level.SUSPECT : level, code, values, settings);
    }

    /** A copy with further values. */
    public Finding with(List<Value> more) {
        return new Finding(
                level, code, Stream.concat(values.stream(), more.stream()).toList(), settings);
    }

    public Finding with(Optional<Value> more) {
        return with(more.stream().toList());
    }

    public Finding withSettings(List<String> keys) {
        return new Finding(level, code, values, keys);
    }

    public List<Value> all(String name) {
        return values.stream().filter(value -> value.name().equals(name)).toList();
    }

    /** A copy without the values of a name. */
    public Finding without(String name) {
        List<Value> others = new ArrayList<>(values);
        others.removeIf(value -> value.name().equals(name));
        return new Finding(level, code, others, settings);
    }
}
