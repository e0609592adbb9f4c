package dev.dyno.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipesTest {

    private static final String MINIMAL = """
            description: a test
            version: 1.0
            jars: brokers/artemis/lib
            main: none.Main
            urls:
              amqp: amqp://127.0.0.1:${port}
            ready-within: 30s
            knobs:
              depth:
                description: how deep
                type: integer
                default: 3
                min: 1
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void everyRecipeLoadsAndEveryPlaceholderOfItsTemplatesHasAProvider() throws Exception {
        assertThat(Recipes.in(TestHome.path()).names()).contains("artemis");
        for (Recipe recipe : Recipes.in(TestHome.path()).all()) {
            Map<String, String> values = new HashMap<>();
            for (String provided : Placeholders.PROVIDED) {
                values.put(provided, "x");
            }
            Placeholders placeholders = new Placeholders(recipe.knobs().keySet(), values);
            for (String template : recipe.templates()) {
                Path file = recipe.folder().resolve(template);
                assertThat(placeholders.fillFile(file, Files.readString(file))).isNotEmpty();
            }
            placeholders.fillAll(recipe.jvmFlags(), recipe.name());
            placeholders.fillAll(recipe.arguments(), recipe.name());
            assertThat(new LaunchPlan(TestHome.path(), recipe, BrokerSpec.of(recipe.name()))
                            .urls(4711)
                            .values())
                    .isNotEmpty()
                    .allSatisfy(url -> assertThat(url).endsWith(":4711"));
            assertThat(recipe.knobs().values())
                    .allSatisfy(knob -> assertThat(knob.description()).isNotBlank());
        }
    }

    @Test
    void aKnobOfTheArtemisRecipeSaysWhatItTakes() throws Exception {
        Map<String, Knob> knobs = Recipes.in(TestHome.path()).find("artemis").knobs();
        assertThat(knobs.get("address-full-policy"))
                .extracting(Knob::expectation, k -> k.defaultValue().orElse(""))
                .containsExactly("one of PAGE, BLOCK, DROP, FAIL", "PAGE");
        assertThat(knobs.get("journal-buffer-timeout"))
                .extracting(Knob::expectation, k -> k.defaultValue().isPresent())
                .containsExactly("a duration such as 100us or a number of nanoseconds, at least 1", false);
    }

    @Test
    void anUnknownRecipeIsAnsweredWithTheList() {
        assertThatThrownBy(() -> Recipes.in(withRecipe(MINIMAL)).find("artemsi"))
                .isInstanceOf(BrokerException.class)
                .hasMessage("broker: artemsi; must be one of mine.");
        assertThatThrownBy(() -> Recipes.in(withRecipe(MINIMAL)).find("../recipes/mine"))
                .hasMessage("broker: ../recipes/mine; must be one of mine.");
    }

    @Test
    void anUnknownKeyIsAnErrorWithFileLineAndColumn() throws Exception {
        assertThat(read(MINIMAL).version()).isEqualTo("1.0");
        assertThatThrownBy(() -> read(MINIMAL + "colour: red\n"))
                .hasMessage(
                        file() + ":14:1: unknown key 'colour'; must be one of description, version, jars, main, jvm,"
                                + " arguments, templates, urls, ready-within, knobs.");
        assertThatThrownBy(() -> read(MINIMAL.replace("    min: 1", "    mni: 1")))
                .hasMessage(
                        file() + ":13:5: unknown key 'mni'; must be one of description, type, allowed, default, min,"
                                + " secret.");
    }

    @Test
    void aMissingOrDoubleKeyOrAValueOfTheWrongKindIsAnErrorWithFileLineAndColumn() {
        assertThatThrownBy(() -> read(MINIMAL.replace("version: 1.0\n", "")))
                .hasMessage(file() + ":1:1: the key 'version' is missing.");
        assertThatThrownBy(() -> read(MINIMAL + "main: again\n")).hasMessage(file() + ":14:1: 'main' is given twice.");
        assertThatThrownBy(() -> read(MINIMAL.replace("version: 1.0", "version: [1, 2]")))
                .hasMessage(file() + ":2:10: must be a single value.");
        assertThatThrownBy(() -> read(MINIMAL + "jvm: -Xmx1g\n")).hasMessage(file() + ":14:6: jvm: must be a list.");
        assertThatThrownBy(() -> read(MINIMAL.replace("30s", "soon")))
                .hasMessage(file() + ":7:15: ready-within: must be a duration such as 30s.");
        assertThatThrownBy(() -> read("a: [1"))
                .hasMessage(file() + ":1:6: not YAML: expected ',' or ']', but got <stream end>.");
        assertThatThrownBy(() -> read("")).hasMessage(file() + ":1:1: the file is empty.");
    }

    @Test
    void aKnobWithAWrongTypeOrDefaultIsAnErrorWithFileLineAndColumn() {
        assertThatThrownBy(() -> read(MINIMAL.replace("integer", "number")))
                .hasMessage(
                        file() + ":11:11: type: number; must be one of boolean, choice, integer, bytes, nanos, text.");
        assertThatThrownBy(() -> read(MINIMAL.replace("default: 3", "default: 0")))
                .hasMessage(file() + ":12:14: default: depth: 0; must be a whole number, at least 1.");
        assertThatThrownBy(() -> read(MINIMAL.replace("integer", "choice")))
                .hasMessage(file() + ":10:5: allowed: must list the values of a choice, and stand nowhere else.");
        assertThatThrownBy(() -> read(MINIMAL.replace("  depth:", "  port:")))
                .hasMessage(
                        file() + ":10:5: port: is the name of a placeholder that every template has; choose another.");
    }

    private Path file() {
        return folder.resolve("recipes").resolve("mine").resolve("recipe.yaml");
    }

    private Path withRecipe(String yaml) throws IOException {
        return TestHome.withRecipe(folder, "mine", yaml);
    }

    private Recipe read(String yaml) throws IOException, BrokerException {
        withRecipe(yaml);
        assertThat(Files.readString(file(), StandardCharsets.UTF_8)).isEqualTo(yaml);
        return RecipeReader.read("mine", file());
    }
}
