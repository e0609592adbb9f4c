package dev.dyno.model.verdict;

import dev.dyno.model.result.Verdict;
import java.util.Locale;
import java.util.Optional;

/**
 * Finding of a {@link Rule} about a run.
 *
 * @param code stable short name for programs: lower case words with dashes
 * @param sentence for users: the evidence, its figures, and the setting that helps
 */
public record Finding(Level level, String code, String sentence) {

    /** Levels, from harmless to bad. */
    public enum Level {
        /** Explains the numbers, and is no reason to doubt them. */
        NOTE,
        SUSPECT,
        INVALID
    }

    public static Finding note(String code, String sentence) {
        return new Finding(Level.NOTE, code, sentence);
    }

    /** @param format of the sentence, filled in with the values in the manner of {@link String#format} */
    static Finding suspect(String code, String format, Object... values) {
        return new Finding(Level.SUSPECT, code, String.format(Locale.ROOT, format, values));
    }

    /** @param format of the sentence, filled in with the values in the manner of {@link String#format} */
    static Finding invalid(String code, String format, Object... values) {
        return new Finding(Level.INVALID, code, String.format(Locale.ROOT, format, values));
    }

    public static Finding of(Verdict.Reason reason) {
        Level level = reason.level() == Verdict.Level.INVALID ? Level.INVALID : Level.SUSPECT;
        return new Finding(level, reason.code(), reason.sentence());
    }

    /** One line for users: {@code SUSPECT few-samples: 10 messages were measured …}. */
    public String text() {
        return level + " " + code + ": " + sentence.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    /** The finding as a reason of a verdict; empty for a note. */
    Optional<Verdict.Reason> reason() {
        return switch (level) {
            case NOTE -> Optional.empty();
            case SUSPECT -> Optional.of(new Verdict.Reason(Verdict.Level.SUSPECT, code, sentence));
            case INVALID -> Optional.of(new Verdict.Reason(Verdict.Level.INVALID, code, sentence));
        };
    }
}
