package dev.dyno.driver.setting;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the name that somebody may have meant. */
public final class NearName {

    private static final int MOST_EDITS = 3;

    /** So many letters for each edit: of a short name, everything would be near. */
    private static final int LETTERS_PER_EDIT = 4;

    private NearName() {}

    /** The known name that is the fewest edits away, if they are few; or the only one that begins so. */
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

    /** Levenshtein's edit distance. */
    static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
