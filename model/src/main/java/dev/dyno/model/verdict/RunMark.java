package dev.dyno.model.verdict;

import dev.dyno.model.result.Verdict;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What somebody thinks of a stored run. Kept beside it, never in the files that were measured; the latest mark of a run counts.
 *
 * @param comment why; may be empty, never has a line end
 * @param at when it was marked
 */
public record RunMark(Kind kind, String comment, Instant at) {

    /** What a run can be marked as. */
    public enum Kind {
        /** Good, whatever it was marked before. Does not change its verdict. */
        VALID,
        /** Not to be used. */
        INVALID,
        /** No longer of interest; left out of lists. */
        RETIRED;

        /** As it is typed and shown. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public RunMark {
        comment = comment.strip().replaceAll("\\s+", " ");
    }

    /** For people: {@code invalid: the disk was full}. */
    public String text() {
        return comment.isEmpty() ? kind.word() : kind.word() + ": " + comment;
    }

    /** The one that counts. */
    public static Optional<RunMark> latest(List<RunMark> oldestFirst) {
        return oldestFirst.isEmpty() ? Optional.empty() : Optional.of(oldestFirst.get(oldestFirst.size() - 1));
    }

    /** The verdict on a run with this mark: only that it is invalid outweighs what was measured. */
    public Verdict judge(Verdict measured) {
        if (kind != Kind.INVALID) {
            return measured;
        }
        List<Verdict.Reason> reasons = new ArrayList<>();
        reasons.add(new Verdict.Reason(Verdict.Level.INVALID, "marked-invalid", sentence()));
        reasons.addAll(measured.reasons());
        return Verdict.of(reasons);
    }

    /** The note on a mark that is not in the verdict. */
    public Optional<Finding> finding() {
        return kind == Kind.INVALID ? Optional.empty() : Optional.of(Finding.note("marked-" + kind.word(), sentence()));
    }

    private String sentence() {
        String when = at.truncatedTo(ChronoUnit.SECONDS).toString();
        return "marked as " + kind.word() + " at " + when + (comment.isEmpty() ? "" : ": " + comment);
    }
}
