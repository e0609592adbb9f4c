package dev.dyno.model.result;

import java.util.Comparator;
import java.util.List;

/**
 * Judgement whether the numbers can be trusted, with everything that was found about them.
 *
 * @param level the worst of the findings, {@link Level#VALID} if none is a doubt
 * @param findings worst first, and notes at the end
 */
public record Verdict(Level level, List<Finding> findings) {

    /** Levels, from good to bad. */
    public enum Level {
        VALID,
        /** The numbers may be misleading: read the reasons before quoting them. */
        SUSPECT,
        /** The numbers must not be used. */
        INVALID
    }

    public Verdict {
        findings = List.copyOf(findings);
    }

    public static Verdict of(List<Finding> findings) {
        List<Finding> worstFirst = findings.stream()
                .sorted(Comparator.comparing(Finding::level).reversed())
                .toList();
        Level level = worstFirst.stream()
                .findFirst()
                .map(worst -> switch (worst.level()) {
                    case NOTE -> Level.VALID;
                    case SUSPECT -> Level.SUSPECT;
                    case INVALID -> Level.INVALID;
                })
                .orElse(Level.VALID);
        return new Verdict(level, worstFirst);
    }

    /** Findings that are doubts, worst first. */
    public List<Finding> reasons() {
        return findings.stream()
                .filter(finding -> finding.level() != Finding.Level.NOTE)
                .toList();
    }

    /** Findings that explain the numbers, in order of precedence. */
    public List<Finding> notes() {
        return findings.stream()
                .filter(finding -> finding.level() == Finding.Level.NOTE)
                .toList();
    }
}
