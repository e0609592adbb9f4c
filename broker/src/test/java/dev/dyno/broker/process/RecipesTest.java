package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** The version decides about templates and knobs; the jars are those of the folder. */
    @Test
    void aFolderInPlaceOfAVersionHasTheJars() throws Exception {
        Path lib = Files.createDirectories(folder.resolve("apache-artemis/lib"));
        Recipes recipes = Recipes.in(TestHome.path());
        Optional<String> version = Optional.of(folder.resolve("apache-artemis").toString());
        assertThatThrownBy(() -> recipes.find("artemis", version))
                .hasMessage("broker: there is no jar in " + lib + ".");
        Files.createFile(lib.resolve("other-1.jar"));
        assertThatThrownBy(() -> recipes.find("artemis", version))
                .hasMessage("broker artemis: in " + lib + " is no artemis-server-VERSION.jar. Name the folder of an"
                        + " unpacked distribution, or of its jars.");
        Files.createFile(lib.resolve("artemis-server-2.33.1-SNAPSHOT.jar"));
        Recipe recipe = recipes.find("artemis", version);
        assertThat(recipe.version()).contains("2.33.1-SNAPSHOT");
        assertThat(recipe.software())
                .isInstanceOfSatisfying(Software.Bundled.class, software -> assertThat(software.folder())
                        .isEqualTo(lib));
    }

    @TestFactory
    Stream<DynamicTest> everyVersionOfEveryRecipeLoadsAndEveryPlaceholderHasAProvider() throws Exception {
        Recipes recipes = Recipes.in(TestHome.path());
        assertThat(recipes.names()).contains("activemq", "artemis", "kafka");
        List<DynamicTest> tests = new ArrayList<>();
        for (String name : recipes.names()) {
            Recipe recipe = recipes.find(name);
            tests.add(DynamicTest.dynamicTest(recipe.name(), () -> checkPlaceholders(recipe)));
            for (String version : recipe.since()) {
                Recipe older = recipes.find(recipe.name(), Optional.of(version));
                tests.add(DynamicTest.dynamicTest(recipe.name() + ":" + version, () -> checkPlaceholders(older)));
            }
        }
        return tests.stream();
    }

    /** Other users of the machine see the words of a command. */
    @Test
    void noCommandOfARecipeHasASecret() throws Exception {
        Recipes recipes = Recipes.in(TestHome.path());
        for (String name : recipes.names()) {
            Recipe recipe = recipes.find(name);
            List<String> secrets = recipe.knobs().values().stream()
                    .filter(Knob::secret)
                    .map(knob -> "${" + knob.name() + "}")
                    .toList();
            assertThat(Stream.of(
                                    recipe.arguments().stream(),
                                    recipe.environment().values().stream(),
                                    recipe.prepare().stream().flatMap(step -> step.words().stream()),
                                    recipe.companions().stream().flatMap(companion -> companion.command().stream()))
                            .flatMap(words -> words))
                    .as(name)
                    .noneMatch(word -> secrets.stream().anyMatch(word::contains));
        }
    }

    private void checkPlaceholders(Recipe recipe) throws Exception {
        checkPlaceholders(recipe, false);
        checkPlaceholders(recipe, true);
    }

    /** @param withFiles whether what needs files is on */
    private void checkPlaceholders(Recipe recipe, boolean withFiles) throws Exception {
        BrokerSpec spec = BrokerSpec.of(recipe.name());
        for (Knob knob : recipe.knobs().values()) {
            assertThat(knob.setting().meaning()).isNotBlank();
            boolean isGiven = withFiles && knob.since().isEmpty();
            spec = isGiven && knob.type() == Knob.Type.FILE ? spec.withKnob(knob.name(), "pom.xml") : spec;
            spec = isGiven && !knob.needs().isEmpty() ? spec.withKnob(knob.name(), "true") : spec;
        }
        // Its port is that of a protocol, and none is more usual than others.
        spec = recipe.name().equals("image") ? spec.withKnob("mqtt", "1883") : spec;
        Launch launch = launch(recipe, spec, "1.0");
        launch.writeTemplates();
        launch.broker();
        for (Step step : launch.steps()) {
            launch.command(step);
        }
        for (Companion companion : recipe.companions()) {
            launch.filled(companion.command());
        }
        assertThat(launch.urls().values()).isNotEmpty().allSatisfy(url -> assertThat(url)
                .contains(":4711"));
        assertThat(recipe.templates())
                .allSatisfy(template ->
                        assertThat(launch.data().path().resolve(template)).isNotEmptyFile());
        recipe.ready()
                .ifPresent(ready -> assertThatCode(() -> launch.filled(ready)).doesNotThrowAnyException());
    }

    private Launch launch(Recipe recipe, BrokerSpec spec, String version) throws Exception {
        Map<String, Integer> ports = new LinkedHashMap<>(Map.of(Ports.MAIN, 4711));
        recipe.ports().forEach(port -> ports.put(port, 4711));
        Installation installation = new Installation(
                List.of(Path.of("a.jar")),
                recipe.isJava() ? Optional.empty() : Optional.of(Path.of("/bin/true")),
                Optional.of(version),
                Optional.empty());
        Path data = Files.createDirectories(folder.resolve(recipe.name() + recipe.version() + version));
        LaunchPlan plan = new LaunchPlan(recipe, spec);
        return new Launch(TestHome.path(), plan, installation, new DataFolder(data, false), new Ports(ports));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    3.10.8 | {rabbitmq_amqp1_0, [{default_user, "jo#e"}]},
                    3.10.8 | {rabbitmq_mqtt, [{default_user, USER}, {default_pass, PASSWORD}]},
                    3.10.8 | {default_user, USER}, {default_pass, PASSWORD},
                    4.0.5  | {default_user, USER}, {default_pass, PASSWORD},
                    4.0.5  | {anonymous_login_user, USER}, {anonymous_login_pass, PASSWORD},
                    4.3.6  | {anonymous_login_user, USER}, {anonymous_login_pass, PASSWORD},
                    """)
    void theKeysOfRabbitMqAreThoseOfItsVersionWithAnyPassword(String version, String keys) throws Exception {
        BrokerSpec spec =
                TestHome.with(BrokerSpec.of("rabbitmq"), "amqp1_0=true mqtt=true user=jo#e password=s3#\"c\\ret");
        Launch launch = launch(Recipes.in(TestHome.path()).find("rabbitmq"), spec, version);
        launch.writeTemplates();
        assertThat(Files.readAllLines(launch.data().path().resolve("advanced.config")))
                .filteredOn(line -> line.contains("_user"))
                .hasSize(version.startsWith("3") ? 3 : 2)
                .map(String::strip)
                .contains(keys.replace("USER", "<<\"jo#e\">>").replace("PASSWORD", "<<\"s3#\\\"c\\\\ret\">>"));
        assertThat(launch.data().path().resolve("rabbitmq.conf")).content().doesNotContain("jo#e", "s3#");
    }

    @Test
    void aKnobOfTheArtemisRecipeSaysWhatItTakes() throws Exception {
        Map<String, Knob> knobs = Recipes.in(TestHome.path()).find("artemis").knobs();
        assertThat(knobs.get("address-full-policy"))
                .extracting(k -> k.setting().kind().expectation(), k -> k.defaultValue()
                        .orElse(""))
                .containsExactly("one of PAGE, BLOCK, DROP, FAIL", "PAGE");
        assertThat(knobs.get("journal-buffer-timeout"))
                .extracting(k -> k.setting().kind().expectation(), k -> k.defaultValue()
                        .isPresent())
                .containsExactly("a duration such as 100us or a number of nanoseconds, at least 1", false);
    }

    @Test
    void anUnknownRecipeIsAnsweredWithTheList() {
        for (String name : List.of("artemsi", "../recipes/mine")) {
            assertThatThrownBy(() -> Recipes.in(withRecipe(MINIMAL)).find(name))
                    .isInstanceOf(BrokerException.class)
                    .hasMessage("broker: " + name + "; must be one of mine.");
        }
    }

    @Test
    void anUnknownKeyIsAnErrorWithFileLineColumnAndCaret() throws Exception {
        assertThat(read(MINIMAL).version()).contains("1.0");
        assertThat(problemsOf(MINIMAL + "colour: red\n"))
                .isEqualTo("14:1: unknown key 'colour'; must be one of description, version, versions, jars,"
                        + " program, look-in, wrapped-in, install, version-command, version-pattern, python-package, image, companions,"
                        + " urls, pages, overload-signs, ready-within, knobs, artifacts, exclude, pin, launcher, main, jvm, newest-java,"
                        + " arguments, environment, templates, ports, prepare, ready.\n"
                        + "    colour: red\n"
                        + "    ^");
        assertThat(problemsOf(MINIMAL.replace("    min: 1", "    mni: 1")))
                .isEqualTo("13:5: unknown key 'mni'; must be one of description, type, allowed, default, min,"
                        + " secret, needs, since, decides. Did you mean min?\n"
                        + "        mni: 1\n"
                        + "        ^");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                version: 1.0    |                 | 1:1: the key 'version' is missing.
                version: 1.0    | version: one    | 2:10: version: must be a version such as 2.6.3.
                version: 1.0    | version: [1, 2] | 2:10: version: must be a single value, not a list.
                main: none.Main | main: {a: b}    | 4:7: main: must be a single value, not a mapping.
                urls:           | jars: x\\nurls:   | 5:1: 'jars' is given twice; leave one of them out.
                urls:           | artifacts: []\\nurls: | 5:12: artifacts: exactly one of jars, artifacts, program must be given.
                urls:           | newest-java: x\\nurls: | 5:14: newest-java: x; must be a whole number from 1 to 999.
                30s             | soon            | 7:15: ready-within: must be a duration such as 30s.
                integer         | number          | 11:11: type: number; must be one of boolean, choice, integer, bytes, nanos, millis, file, program, text, flags.
                default: 3      | default: 0      | 12:14: default: depth: 0; must be a whole number, at least 1.
                min: 1          | min: few        | 13:10: min: few; must be a whole number.
                integer         | choice          | 10:5: allowed: must list the values of a choice, and stand nowhere else.
                '  depth:'      | '  port:'       | 10:5: port: is the name of a placeholder that every template has; choose another.
                """)
    void whatIsWrongIsNamedWithItsPlace(String right, @Nullable String wrong, String problem) {
        assertThat(problemsOf(MINIMAL.replace(right, wrong == null ? "" : wrong.replace("\\n", "\n"))))
                .startsWith(problem);
    }

    @Test
    void allThatIsWrongIsReportedAtOnce() {
        String yaml =
                MINIMAL.replace("30s", "soon").replace("integer", "number").replace("description: a test\n", "");
        assertThat(problemsOf(yaml))
                .isEqualTo("1:1: the key 'description' is missing.\n"
                        + "    version: 1.0\n"
                        + "    ^\n"
                        + file() + ":6:15: ready-within: must be a duration such as 30s.\n"
                        + "    ready-within: soon\n"
                        + "                  ^\n"
                        + file() + ":10:11: type: number; must be one of boolean, choice, integer, bytes, nanos,"
                        + " millis, file, program, text, flags.\n"
                        + "        type: number\n"
                        + "              ^");
    }

    @Test
    void aFileThatIsNoRecipeAtAllIsExplained() {
        assertThat(problemsOf("a: [1")).isEqualTo("""
                1:6: not YAML: expected ',' or ']', but got <stream end>.
                    a: [1
                         ^""");
        assertThatThrownBy(() -> read("")).hasMessage(file() + ": the file is empty.");
    }

    /** Without the file's name in front. */
    private String problemsOf(String yaml) {
        BrokerException refusal = catchThrowableOfType(BrokerException.class, () -> read(yaml));
        assertThat(refusal).hasMessageStartingWith(file() + ":");
        return String.valueOf(refusal.getMessage()).substring(file().toString().length() + 1);
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
        return RecipeReader.read("mine", file(), Optional.empty());
    }
}
