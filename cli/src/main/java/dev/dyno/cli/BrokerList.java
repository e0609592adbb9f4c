package dev.dyno.cli;

import dev.dyno.broker.BrokerLauncher;
import dev.dyno.broker.Knob;
import dev.dyno.broker.Recipe;
import dev.dyno.broker.Software;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Recipes for people: what each broker is, what it needs, how it is reached and its knobs, in lines of a given width. */
final class BrokerList {

    private static final String INDENT = "  ";
    private static final int MIN_TEXT = 30;

    private final BrokerLauncher launcher;
    private final PrintWriter out;
    private final int width;

    /** @param width characters per line, where no word is longer */
    BrokerList(BrokerLauncher launcher, PrintWriter out, int width) {
        this.launcher = launcher;
        this.out = out;
        this.width = width;
    }

    void print(List<Recipe> recipes) {
        for (int i = 0; i < recipes.size(); i++) {
            if (i > 0) {
                out.println();
            }
            print(recipes.get(i));
        }
    }

    private void print(Recipe recipe) {
        String version = recipe.version().map(v -> " " + v).orElse("");
        wrap("", INDENT, recipe.name() + version + ": " + recipe.description() + ".");
        wrap(
                INDENT,
                INDENT,
                needs(recipe) + " Drivers: " + String.join(", ", recipe.urls().keySet()) + ".");
        int column =
                recipe.knobs().keySet().stream().mapToInt(String::length).max().orElse(0) + 2 * INDENT.length();
        for (Knob knob : recipe.knobs().values()) {
            // Of a default that is the broker's own, the description says what it is.
            wrap(
                    INDENT
                            + knob.name()
                            + " ".repeat(column - INDENT.length() - knob.name().length()),
                    " ".repeat(column),
                    knob.description() + ": " + knob.expectation() + "."
                            + knob.defaultValue()
                                    .map(v -> " Default: " + v + ".")
                                    .orElse(""));
        }
    }

    private String needs(Recipe recipe) {
        return switch (launcher.availability(recipe)) {
            case BUNDLED -> "Bundled; another version is fetched from Maven repositories on first use.";
            case FETCHED -> "Fetched from Maven repositories, and here already.";
            case TO_BE_FETCHED -> "Fetched from Maven repositories on first use; not here yet.";
            case INSTALLED -> "Needs the program " + program(recipe).program() + ", which is installed.";
            case NOT_INSTALLED ->
                "Needs the program " + program(recipe).program() + ", which is not installed here. "
                        + program(recipe).install();
        };
    }

    private static Software.Installed program(Recipe recipe) {
        return (Software.Installed) recipe.software();
    }

    private void wrap(String first, String others, String text) {
        List<String> line = new ArrayList<>();
        String start = first;
        int length = start.length();
        int limit = Math.max(width, others.length() + MIN_TEXT);
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && length + word.length() > limit) {
                out.println(start + String.join(" ", line));
                line.clear();
                start = others;
                length = start.length();
            }
            line.add(word);
            length += word.length() + 1;
        }
        out.println(start + String.join(" ", line));
    }
}
