package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.Knob;
import dev.dyno.broker.process.Recipe;
import dev.dyno.broker.process.Recipes;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.LibraryPart;
import dev.dyno.driver.setting.Setting;
import dev.dyno.engine.drivers.DriverFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The pages of docs/reference about drivers and brokers are as the declarations of their settings have them, for the Dyno that the
 * build has laid out. {@code -Ddyno.generate=true} writes them anew.
 */
class ReferencePagesTest {

    private static final Path DOCS = Path.of("..", "docs", "reference");
    private static final Path HOME = Path.of(BuiltDyno.HOME);

    @TestFactory
    Stream<DynamicTest> thePageOfEachDriverIsCurrent() {
        DriverFolders drivers = new DriverFolders(HOME.resolve("drivers"), List.of());
        return drivers.names().stream()
                .map(name -> DynamicTest.dynamicTest(
                        name,
                        () -> check(
                                "drivers/" + name + ".md",
                                driver(name, drivers.description(name), drivers.settings(name)))));
    }

    @TestFactory
    Stream<DynamicTest> thePageOfEachBrokerIsCurrent() throws Exception {
        Recipes recipes = Recipes.in(HOME);
        return recipes.names().stream()
                .map(name -> DynamicTest.dynamicTest(
                        name, () -> check("brokers/" + name + ".md", broker(recipes.find(name)))));
    }

    @Test
    void noPageIsLeftOfADriverOrABrokerThatIsGone() throws Exception {
        assertThat(pages("drivers")).isEqualTo(new DriverFolders(HOME.resolve("drivers"), List.of()).names());
        assertThat(pages("brokers")).isEqualTo(Recipes.in(HOME).names());
    }

    private static List<String> pages(String folder) throws IOException {
        return Listing.of(DOCS.resolve(folder)).stream()
                .map(file -> file.getFileName().toString().replace(".md", ""))
                .sorted()
                .toList();
    }

    private static void check(String page, String text) throws IOException {
        Path file = DOCS.resolve(page);
        if (Boolean.getBoolean("dyno.generate")) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        }
        assertThat(file)
                .as("made again by: mvn -pl cli -am test -Dtest=ReferencePagesTest -Ddyno.generate=true")
                .hasContent(text);
    }

    private static String driver(String name, String description, DriverSettings settings) {
        List<String> lines = new ArrayList<>(List.of(
                "# Driver " + name,
                "",
                "<!-- Made from the declarations of the driver: see ReferencePagesTest. -->",
                "",
                "`--driver " + name + "`: " + description + ". `dyno driver show " + name
                        + "` prints these settings; `--driver-property name=value` sets one.",
                ""));
        lines.addAll(table(settings.own().settings()));
        for (LibraryPart part : settings.library()) {
            lines.addAll(List.of("", part.description()));
            if (!part.free().isEmpty()) {
                lines.addAll(List.of("", words(part.free())));
            }
            part.decided().ifPresent(sentence -> lines.addAll(List.of("", sentence)));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String broker(Recipe recipe) {
        List<String> lines = new ArrayList<>(List.of(
                "# Broker " + recipe.name(),
                "",
                "<!-- Made from the recipe: see ReferencePagesTest. -->",
                "",
                "`--broker " + recipe.name() + "`: " + recipe.description() + ". `dyno broker show " + recipe.name()
                        + "` prints these knobs; `--set name=value` sets one. A knob without a default has the broker's own.",
                ""));
        lines.addAll(table(
                recipe.knobs().values().stream().<Setting<?>>map(Knob::setting).toList()));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> table(List<Setting<?>> settings) {
        List<String> lines =
                new ArrayList<>(List.of("| name | default | value | meaning | decides |", "|---|---|---|---|---|"));
        for (Setting<?> setting : settings) {
            lines.add("| `" + setting.name() + "` | "
                    + setting.defaultText()
                            .filter(text -> !text.isEmpty())
                            .map(text -> "`" + text + "`")
                            .orElse("")
                    + " | " + setting.kind().expectation().replace("|", "\\|")
                    + setting.example().map(text -> ", like `" + text + "`").orElse("")
                    + (setting.unit().isEmpty() ? "" : " (" + setting.unit() + ")")
                    + " | " + setting.meaning().replace("|", "\\|")
                    + (setting.members().isEmpty() ? "" : ". Known: " + words(setting.members()))
                    + " | " + setting.decided() + " |");
        }
        return lines;
    }

    private static String words(Collection<String> names) {
        return names.stream().sorted().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }
}
