package dev.dyno.cli.options;

import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.Knob;
import dev.dyno.broker.process.Recipe;
import dev.dyno.broker.process.Software;
import dev.dyno.driver.setting.Setting;
import dev.dyno.report.store.Grid;
import java.io.PrintWriter;
import java.util.List;

/** Recipes in lines of a given width: description, needs, addresses and knobs of each broker. */
public final class BrokerList {

    private static final String INDENT = "  ";

    private final BrokerLauncher launcher;
    private final PrintWriter out;
    private final SettingLines lines;

    /** @param width characters per line, unless a word is longer */
    public BrokerList(BrokerLauncher launcher, PrintWriter out, int width) {
        this.launcher = launcher;
        this.out = out;
        this.lines = new SettingLines(out, width);
    }

    /** Prints one line per broker. */
    public void summarize(List<Recipe> recipes) {
        List<List<String>> rows = recipes.stream()
                .map(recipe ->
                        List.of(recipe.name(), recipe.version().orElse("-"), place(recipe), recipe.description()))
                .toList();
        Grid.aligned(rows, column -> false).forEach(out::println);
    }

    private String place(Recipe recipe) {
        return switch (launcher.availability(recipe)) {
            case BUNDLED, FETCHED, INSTALLED -> "here";
            case TO_BE_FETCHED -> "to be fetched";
            case NOT_INSTALLED -> "not installed";
        };
    }

    public void print(List<Recipe> recipes) {
        for (int i = 0; i < recipes.size(); i++) {
            if (i > 0) {
                out.println();
            }
            print(recipes.get(i));
        }
    }

    private void print(Recipe recipe) {
        String version = recipe.version().map(v -> " " + v).orElse("");
        lines.wrap("", INDENT, recipe.name() + version + ": " + recipe.description() + ".");
        lines.wrap(
                INDENT,
                INDENT,
                needs(recipe) + " Drivers: " + String.join(", ", recipe.urls().keySet()) + ".");
        lines.print(
                recipe.knobs().values().stream().<Setting<?>>map(Knob::setting).toList());
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
}
