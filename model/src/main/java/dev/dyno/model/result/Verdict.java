package dev.dyno.model.result;

import java.util.List;

/**
 * Judgement whether the numbers can be trusted.
 *
 * @param level the worst of the reasons, {@link Level#VALID} if there is none
 * @param reasons worst first
 */
public record Verdict(Level level, List<Reason> reasons) {

    /** Levels, from good to bad. */
    public enum Level {
        VALID,
        /** The numbers may be misleading: read the reasons before quoting them. */
        SUSPECT,
        /** The numbers must not be used. */
        INVALID
    }

    /**
     * One thing that is wrong with the measurement.
     *
     * @param code stable short name for programs: lower case words with dashes; an old one is replaced by the present one
     * @param sentence for users: what was observed, why it matters
     */
    public record Reason(Level level, String code, String sentence) {}

    public Verdict {
        reasons = List.copyOf(reasons);
    }

    public static Verdict of(List<Reason> reasons) {
        List<Reason> worstFirst = reasons.stream()
                .sorted((a, b) -> b.level().compareTo(a.level()))
                .toList();
        return new Verdict(
                worstFirst.isEmpty() ? Level.VALID : worstFirst.get(0).level(), worstFirst);
    }
}
