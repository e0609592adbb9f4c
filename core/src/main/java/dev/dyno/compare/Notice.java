package dev.dyno.compare;

import java.util.List;

/**
 * What has to be known before the numbers are read.
 *
 * @param differences that it is about; may be none
 */
public record Notice(Kind kind, String sentence, List<Difference> differences) {

    public enum Kind {
        /** Something that may well be meant so. */
        NOTE,
        /** Something that may make the comparison unfair. */
        WARNING
    }

    public Notice {
        differences = List.copyOf(differences);
    }

    static Notice warning(String sentence, List<Difference> differences) {
        return new Notice(Kind.WARNING, sentence, differences);
    }

    static Notice note(String sentence, List<Difference> differences) {
        return new Notice(Kind.NOTE, sentence, differences);
    }
}
