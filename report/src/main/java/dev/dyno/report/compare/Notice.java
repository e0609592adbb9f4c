package dev.dyno.report.compare;

import java.util.List;

/**
 * A circumstance that makes the two sides hard to compare.
 *
 * @param differences the differences concerned; may be empty
 */
public record Notice(Kind kind, String sentence, List<Difference> differences) {

    public enum Kind {
        /** A circumstance that may be intended, or hardly matters. */
        NOTE,
        /** A circumstance that may make the comparison unfair. */
        WARNING
    }

    private static final String MEANING =
            "the semantics cards differ: an acknowledgement may not mean the same on both sides.";

    static Notice meaning(List<Difference> differences) {
        return warning(MEANING, differences);
    }

    /**
     * Whether the notice must be shown before the result: rates of acknowledgements with different meanings are never compared
     * silently.
     */
    boolean isFirst() {
        return sentence.equals(MEANING);
    }

    static Notice warning(String sentence, List<Difference> differences) {
        return new Notice(Kind.WARNING, sentence, differences);
    }

    static Notice note(String sentence, List<Difference> differences) {
        return new Notice(Kind.NOTE, sentence, differences);
    }
}
