package dev.dyno.broker.process;

import dev.dyno.driver.setting.Kind;
import dev.dyno.driver.setting.Setting;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One named setting of a recipe.
 *
 * @param setting its value is in the form that the broker is given; without a default, the broker's own holds: the lines of the
 *     templates that name the knob are left out
 * @param type how a value is written
 * @param needs of a {@link Type#BOOLEAN}: the knobs that must have a value when this one is true
 * @param since the first version of the broker that has it; empty = all have
 */
public record Knob(Setting<String> setting, Type type, List<String> needs, Optional<String> since) {

    /** How a value is written, and what the broker is given for it. */
    public enum Type {
        /** {@code true} or {@code false}. */
        BOOLEAN,
        /** One of the allowed words. */
        CHOICE,
        /** A whole number. */
        INTEGER,
        /** A size such as {@code 10MiB}, given to the broker as a number of bytes. */
        BYTES,
        /** A duration such as {@code 100us}, given to the broker as a number of nanoseconds. */
        NANOS,
        /** A duration such as {@code 100ms}, given to the broker as a number of milliseconds. */
        MILLIS,
        /** A file that can be read, given to the broker with its whole path. */
        FILE,
        /** A program that can be run, given as such a file: of this machine's user only. */
        PROGRAM,
        /** Any text on one line. */
        TEXT,
        /** Words for the command line of the broker's program, which may let it run others: of this machine's user only. */
        FLAGS;

        /**
         * The kind of a setting.
         *
         * @param allowed of a {@link #CHOICE} every value
         * @param min the least value of a number
         */
        Kind<String> kind(List<String> allowed, long min) {
            return switch (this) {
                case BOOLEAN -> Kind.flag().map(String::valueOf);
                case CHOICE -> Kind.words(allowed);
                case INTEGER -> number("N", "a whole number", "", min, Quantity::whole);
                case BYTES ->
                    number(
                            "SIZE",
                            "a size such as 10MiB or a number of bytes",
                            "(B|[kKmMgG]|[KMG]iB)?",
                            min,
                            Quantity::bytes);
                case NANOS ->
                    number(
                            "TIME",
                            "a duration such as 100us or a number of nanoseconds",
                            "(ns|us|µs|ms|s)?",
                            min,
                            Quantity::nanos);
                case MILLIS ->
                    number(
                            "TIME",
                            "a duration such as 100ms or a number of milliseconds",
                            "(ms|s|min)?",
                            min,
                            Quantity::millis);
                case FILE -> Kind.file().map(path -> path.toAbsolutePath().toString());
                case PROGRAM -> Kind.program().map(path -> path.toAbsolutePath().toString());
                case TEXT -> Kind.text();
                case FLAGS ->
                    Kind.text("flags on one line, not empty", Kind.text().pattern());
            };
        }

        private static Kind<String> number(
                String word, String what, String units, long min, Function<String, Optional<Long>> reader) {
            String expectation = what + (min == Long.MIN_VALUE ? "" : ", at least " + min);
            return Kind.of(word, expectation, "-?[0-9]+ *" + units, text -> reader.apply(text)
                    .filter(value -> value >= min)
                    .map(String::valueOf)
                    .orElseThrow(() -> Kind.refusal(text, expectation)));
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

    /** As in {@code --set name=value} and in the placeholders of the templates. */
    public String name() {
        return setting.name();
    }

    /** Empty = the broker's own. */
    public Optional<String> defaultValue() {
        return setting.otherwise();
    }

    /** Whether the value is kept out of facts and messages. */
    public boolean secret() {
        return setting.secret();
    }

    /**
     * The value in the form that the broker is given.
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
