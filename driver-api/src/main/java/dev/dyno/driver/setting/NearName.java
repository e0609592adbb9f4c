package dev.dyno.driver.setting;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Guesses the name that a user may have meant by a misspelt one. */
public final class NearName {

    private static final int MOST_EDITS = 3;

    /** Number of letters of a name for which one edit is allowed: a short name with more edits would resemble too many others. */
    private static final int LETTERS_PER_EDIT = 4;

    private NearName() {}

    /** The guess as a question that follows another sentence, with a space in front; empty without a guess. */
    public static String question(String given, Collection<String> known) {
        return of(given, known).map(near -> " Did you mean " + near + "?").orElse("");
    }

    /**
     * The known name with the fewest edits, if these are at most one per four letters, but at least one and at most three;
     * otherwise the only known name that begins with the given text, if it has four letters or more.
     */
    public static Optional<String> of(String given, Collection<String> known) {
        int most = Math.max(1, Math.min(MOST_EDITS, given.length() / LETTERS_PER_EDIT));
        List<String> longer = known.stream()
                .filter(name -> given.length() >= LETTERS_PER_EDIT && name.startsWith(given))
                .toList();
        return known.stream()
                .filter(name -> edits(name, given) <= most)
                .min(Comparator.comparingInt(name -> edits(name, given)))
                .or(() -> longer.size() == 1 ? Optional.of(longer.get(0)) : Optional.empty());
    }

    /** Edit distance of Damerau and Levenshtein: swapping two adjacent letters is one edit. */
    static int edits(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                int replaced = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                edits[i][j] = Math.min(replaced, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
                }
            }
        }
        return edits[a.length()][b.length()];
    }
}
