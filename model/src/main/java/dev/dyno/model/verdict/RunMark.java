package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Verdict;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A user's judgement of a stored run. Kept beside it, never in the measured files; the latest mark of a run counts.
 *
 * @param comment the reason; may be empty, never has a line end
 * @param at time of the mark
 */
public record RunMark(Kind kind, String comment, Instant at) {

    public enum Kind {
        /** Good, regardless of earlier marks. Does not change its verdict. */
        VALID,
        /** Not to be used. */
        INVALID,
        /** No longer of interest; left out of lists. */
        RETIRED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public RunMark {
        comment = comment.strip().replaceAll("\\s+", " ");
    }

    /** Text for users: {@code invalid: the disk was full}. */
    public String text() {
        return comment.isEmpty() ? kind.word() : kind.word() + ": " + comment;
    }

    /** The mark that counts: the latest. */
    public static Optional<RunMark> latest(List<RunMark> oldestFirst) {
        return oldestFirst.isEmpty() ? Optional.empty() : Optional.of(oldestFirst.get(oldestFirst.size() - 1));
    }

    /** Verdict on a run with this mark: only an invalid mark outweighs the measurement. */
    public Verdict judge(Verdict measured) {
        Finding.Level level = kind == Kind.INVALID ? Finding.Level.INVALID : Finding.Level.NOTE;
        Finding finding = new Finding(
                        level,
                        "marked-" + kind.word(),
                        List.of(Value.text(
                                "at", at.truncatedTo(ChronoUnit.SECONDS).toString())),
                        List.of())
                .with(Optional.of(comment)
                        .filter(words -> !words.isEmpty())
                        .map(words -> Value.text("comment", words)));
        return Verdict.of(Stream.concat(Stream.of(finding), measured.findings().stream())
                        .toList())
                .with(measured.marks(), measured.reach());
    }
}
