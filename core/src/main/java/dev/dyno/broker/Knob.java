package dev.dyno.broker;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One named setting of a recipe.
 *
 * @param name as in {@code --set name=value} and in the placeholders of the templates
 * @param description one line for the help
 * @param type how a value is written
 * @param allowed of a {@link Type#CHOICE} every value, otherwise empty
 * @param defaultValue empty = the broker's own default: the lines of the templates that name the knob are left out
 * @param min the least value of a numeric knob
 * @param secret whether the value is kept out of facts and messages
 * @param needs of a {@link Type#BOOLEAN}: the knobs that must have a value when this one is true
 * @param since the first version of the broker that has it; empty = all have
 */
public record Knob(
        String name,
        String description,
        Type type,
        List<String> allowed,
        Optional<String> defaultValue,
        long min,
        boolean secret,
        List<String> needs,
        Optional<String> since) {

    /** How a value is written, and what the broker is given for it. */
    public enum Type {
        /** {@code true} or {@code false}. */
        BOOLEAN("true or false"),
        /** One of the allowed words. */
        CHOICE("one of"),
        /** A whole number. */
        INTEGER("a whole number"),
        /** A size such as {@code 10MiB}, given to the broker as a number of bytes. */
        BYTES("a size such as 10MiB or a number of bytes"),
        /** A duration such as {@code 100us}, given to the broker as a number of nanoseconds. */
        NANOS("a duration such as 100us or a number of nanoseconds"),
        /** A duration such as {@code 100ms}, given to the broker as a number of milliseconds. */
        MILLIS("a duration such as 100ms or a number of milliseconds"),
        /** A file that can be read, given to the broker with its whole path. */
        FILE("a file that can be read"),
        /** Any text on one line. */
        TEXT("text on one line, not empty"),
        /** Words for the command line of the broker's program, which may let it run others: of this machine's user only. */
        FLAGS("flags on one line, not empty");

        private final String expectation;

        Type(String expectation) {
            this.expectation = expectation;
        }
    }

    public Knob {
        allowed = List.copyOf(allowed);
        needs = List.copyOf(needs);
    }

    /** What may be given, for messages and help: {@code one of PAGE, BLOCK}. */
    public String expectation() {
        return switch (type) {
            case CHOICE -> type.expectation + " " + String.join(", ", allowed);
            case INTEGER, BYTES, NANOS, MILLIS -> type.expectation + (min == Long.MIN_VALUE ? "" : ", at least " + min);
            case BOOLEAN, TEXT, FLAGS, FILE -> type.expectation;
        };
    }

    /**
     * The value in the form that the broker is given.
     *
     * @throws BrokerException when it is not allowed; the message is {@code name: value; must be …}
     */
    public String checked(String given) throws BrokerException {
        return read(given)
                .orElseThrow(() -> new BrokerException(
                        name + ": " + (secret ? "(hidden)" : given) + "; must be " + expectation() + "."));
    }

    private Optional<String> read(String given) {
        return switch (type) {
            case BOOLEAN -> Optional.of(given).filter(v -> v.equals("true") || v.equals("false"));
            case CHOICE -> Optional.of(given).filter(allowed::contains);
            case TEXT, FLAGS ->
                Optional.of(given).filter(v -> !v.isEmpty() && v.chars().noneMatch(Character::isISOControl));
            case FILE -> file(given);
            case INTEGER -> number(Quantity.whole(given));
            case BYTES -> number(Quantity.bytes(given));
            case NANOS -> number(Quantity.nanos(given));
            case MILLIS -> number(Quantity.millis(given));
        };
    }

    private static Optional<String> file(String given) {
        try {
            Path path = Path.of(given).toAbsolutePath();
            return Files.isRegularFile(path) && Files.isReadable(path)
                    ? Optional.of(path.toString())
                    : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private Optional<String> number(Optional<Long> value) {
        return value.filter(v -> v >= min).map(String::valueOf);
    }
}
