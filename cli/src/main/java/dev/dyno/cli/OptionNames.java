package dev.dyno.cli;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** Finds the option that somebody may have meant. */
final class OptionNames {

    private static final int MAX_DISTANCE = 3;

    private OptionNames() {}

    static Optional<String> closest(CommandSpec spec, String typed) {
        String name = typed.replaceFirst("=.*", "");
        return spec.options().stream()
                .flatMap(option -> Stream.of(option.names()))
                .filter(known -> distance(known, name) <= MAX_DISTANCE)
                .min(Comparator.comparingInt(known -> distance(known, name)));
    }

    /** Levenshtein's edit distance. */
    static int distance(String a, String b) {
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
