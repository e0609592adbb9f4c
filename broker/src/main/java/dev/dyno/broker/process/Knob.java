package dev.dyno.broker.process;

import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.ValueType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One named setting of a recipe.
 *
 * @param setting name, default and meaning; its value has the broker's form. Without a default the broker's own is used: lines of
 *     the templates with the knob are left out
 * @param type notation of the value
 * @param needs knobs that must have a value when this one, a {@link Type#BOOLEAN}, is true
 * @param since first version of the broker that has it; empty = all have it
 */
public record Knob(Setting<String> setting, Type type, List<String> needs, Optional<String> since) {

    /** Notation of a value, and the form in which the broker receives it. */
    public enum Type {
        /** {@code true} or {@code false}. */
        BOOLEAN,
        /** One of the allowed words. */
        CHOICE,
        /** A whole number. */
        INTEGER,
        /** A size, for example {@code 10MiB}; the broker receives a number of bytes. */
        BYTES,
        /** A duration, for example {@code 100us}; the broker receives a number of nanoseconds. */
        NANOS,
        /** A duration, for example {@code 100ms}; the broker receives a number of milliseconds. */
        MILLIS,
        /** A readable file; the broker receives its absolute path. */
        FILE,
        /**
         * An executable file; the broker receives its absolute path. A worker refuses it, so that a coordinator cannot choose
         * programs to run on the worker's machine.
         */
        PROGRAM,
        /** Any text on one line. */
        TEXT,
        /**
         * Words for the command line of the broker's program, which may let it run other programs. A worker refuses them, so that
         * a coordinator cannot choose programs to run on the worker's machine.
         */
        FLAGS;

        /**
         * Type of a setting.
         *
         * @param allowed every value of a {@link #CHOICE}
         * @param min lowest value of a number
         */
        ValueType<String> kind(List<String> allowed, long min) {
            return switch (this) {
                case BOOLEAN -> ValueType.flag().map(String::valueOf);
                case CHOICE -> ValueType.words(allowed);
                case INTEGER -> number("N", "a whole number", min, Quantity::whole);
                case BYTES -> number("SIZE", "a size such as 10MiB or a number of bytes", min, Quantity::bytes);
                case NANOS ->
                    number("TIME", "a duration such as 100us or a number of nanoseconds", min, Quantity::nanos);
                case MILLIS ->
                    number("TIME", "a duration such as 100ms or a number of milliseconds", min, Quantity::millis);
                case FILE -> ValueType.file().map(path -> path.toAbsolutePath().toString());
                case PROGRAM ->
                    ValueType.program().map(path -> path.toAbsolutePath().toString());
                case TEXT -> ValueType.text();
                case FLAGS -> ValueType.text("flags on one line, not empty", ValueType.ON_ONE_LINE);
            };
        }

        private static ValueType<String> number(
                String word, String what, long min, Function<String, Optional<Long>> reader) {
            String expectation = what + (min == Long.MIN_VALUE ? "" : ", at least " + min);
            return ValueType.of(word, expectation, text -> reader.apply(text)
                    .filter(value -> value >= min)
                    .map(String::valueOf)
                    .orElseThrow(() -> ValueType.refusal(text, expectation)));
        }
    }

    static final Knob PROGRAM = new Knob(
            Setting.of(
                    Programs.PROGRAM,
                    Type.PROGRAM.kind(List.of(), Long.MIN_VALUE),
                    "file of the broker's program; without it, the first on the PATH that is no wrapper of the system's"),
            Type.PROGRAM,
            List.of(),
            Optional.empty());

    public Knob {
        needs = List.copyOf(needs);
    }

    /** Name in {@code --set name=value} and in the placeholders of the templates. */
    public String name() {
        return setting.name();
    }

    /** Default; empty = the broker's own. */
    public Optional<String> defaultValue() {
        return setting.defaultText();
    }

    /** Whether the value is kept out of facts and messages. */
    public boolean secret() {
        return setting.secret();
    }

    /**
     * Value in the broker's form.
     *
     * @throws BrokerException when it is not allowed; the message is {@code name: value; must be …}
     */
    public String checked(String given) throws BrokerException {
        try {
            return setting.parse(given);
        } catch (IllegalArgumentException e) {
            throw new BrokerException(String.valueOf(e.getMessage()), e);
        }
    }
}
