package dev.dyno.model.config.file;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Names of several destinations: {@code orders-%03d} stands for orders-000, orders-001 and so on. */
final class NamePattern {

    private static final Pattern NUMBER = Pattern.compile("%(0?)(\\d?)d");
    private static final Pattern FIRST = Pattern.compile("(?<!\\d)0{1,9}(?!\\d)");

    private NamePattern() {}

    /**
     * Names that a pattern stands for.
     *
     * @throws IllegalArgumentException with a sentence, if they would all be the same
     */
    static List<String> names(String pattern, int count) {
        Matcher number = NUMBER.matcher(pattern);
        if (!number.find()) {
            if (count > 1) {
                throw new IllegalArgumentException(pattern + "; must have the number in it, like " + pattern
                        + "-%03d, where count is more than 1.");
            }
            return List.of(pattern);
        }
        String before = pattern.substring(0, number.start());
        String after = pattern.substring(number.end());
        int width = number.group(2).isEmpty() ? 1 : Integer.parseInt(number.group(2));
        return IntStream.range(0, count)
                .mapToObj(i -> before
                        + "0".repeat(Math.max(0, width - Integer.toString(i).length()))
                        + i
                        + after)
                .toList();
    }

    /** Pattern of the given names, if there is one. */
    static Optional<String> of(List<String> names) {
        if (names.size() < 2) {
            return Optional.empty();
        }
        Matcher zeros = FIRST.matcher(names.get(0));
        while (zeros.find()) {
            int width = zeros.group().length();
            String number = width == 1 ? "%d" : "%0" + width + "d";
            String pattern = names.get(0).substring(0, zeros.start())
                    + number
                    + names.get(0).substring(zeros.end());
            if (names(pattern, names.size()).equals(names)) {
                return Optional.of(pattern);
            }
        }
        return Optional.empty();
    }
}
