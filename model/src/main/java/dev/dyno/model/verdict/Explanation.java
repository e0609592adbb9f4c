package dev.dyno.model.verdict;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Section of {@code docs/guide/verdicts.md}, which is a resource of this module, about one code or several related codes.
 *
 * @param group heading of the sections around it
 * @param codes codes of reasons and notes
 * @param text markdown, without the heading: level and meaning, the rule behind it, what to do, and an example
 */
public record Explanation(String group, List<String> codes, String text) {

    /** Explanations of all codes, in the order of the page. */
    public static List<Explanation> all() {
        try (InputStream in = Objects.requireNonNull(Explanation.class.getResourceAsStream("verdicts.md"))) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Explanation> parse(String page) {
        List<Explanation> all = new ArrayList<>();
        for (String group : parts(page, "## ")) {
            for (String section : parts(group, "### ")) {
                String[] halves = section.split("\n", 2);
                all.add(new Explanation(
                        group.lines().findFirst().orElse(""), List.of(halves[0].split(", ", -1)), halves[1].strip()));
            }
        }
        return all;
    }

    /**
     * Parts of a text that begin with a heading of the given level, without its mark; the text before the first heading is left
     * out.
     */
    private static List<String> parts(String text, String mark) {
        List<String> parts = List.of(("\n" + text).split("\n" + mark, -1));
        return parts.subList(1, parts.size());
    }

    /** Level and first sentence: {@code SUSPECT: The load was not the one that was asked for.} */
    public String summary() {
        String first = text.lines().findFirst().orElse("");
        int end = first.indexOf(". ");
        return end < 0 ? first : first.substring(0, end + 1);
    }
}
