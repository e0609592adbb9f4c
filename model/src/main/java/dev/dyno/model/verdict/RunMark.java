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
 * A user's judgement of a stored run, stored beside the measured files and never in them; the latest mark of a run counts.
 *
 * @param comment the reason; may be empty, never has a line end
 * @param at time of the mark
 */
public record RunMark(Kind kind, String comment, Instant at) {

    public enum Kind {
        /** The run is good, regardless of earlier marks; its verdict does not change. */
        VALID,
        /** The run must not be used. */
        INVALID,
        /** The run is no longer of interest, and is left out of lists. */
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

    /** Latest mark, which alone counts; empty without marks. */
    public static Optional<RunMark> latest(List<RunMark> oldestFirst) {
        return oldestFirst.isEmpty() ? Optional.empty() : Optional.of(oldestFirst.get(oldestFirst.size() - 1));
    }

    /** The measured verdict with a finding about this mark; only an invalid mark changes the level. */
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
