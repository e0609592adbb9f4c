package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Choice of the installed program that is started. */
class ProgramsTest {

    @TempDir
    Path folder = Path.of("");

    private Path program(String in) throws IOException {
        return program(in, "sleep 9");
    }

    private Path program(String in, String command) throws IOException {
        Path file = Files.createDirectories(folder.resolve(in)).resolve("serve");
        Files.writeString(file, "#!/bin/sh\n" + command + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private Optional<Path> found(String... path) {
        Software.Installed software = new Software.Installed(
                "serve",
                List.of(folder.resolve("lib")),
                List.of(folder.resolve("sbin")),
                "Get it.",
                List.of(),
                "",
                Optional.empty(),
                Optional.empty());
        return Programs.find(
                software,
                String.join(
                        File.pathSeparator,
                        List.of(path).stream()
                                .map(name -> folder.resolve(name).toString())
                                .toList()));
    }

    @Test
    void theFirstOnThePathIsTaken() throws Exception {
        program("lib");
        Path newer = program("opt");
        program("other");
        assertThat(found("empty", "opt", "other")).contains(newer);
    }

    @Test
    void theWrapperOfTheSystemIsTakenWhereThereIsNothingElse() throws Exception {
        Path wrapper = program("sbin");
        assertThat(found("sbin")).contains(wrapper);
        Path wrapped = program("lib");
        assertThat(found("sbin")).contains(wrapped);
        Path own = program("opt");
        assertThat(found("sbin", "opt")).contains(own);
        assertThat(found()).contains(wrapped);
    }

    @Test
    void aProgramOfAnotherVersionThanTheOneAskedForIsRefused() throws Exception {
        Path old = program("old", "echo nats-server: v2.9.10");
        assertThatThrownBy(() ->
                        TestHome.launcher().start(BrokerSpec.of("nats:2.12.1").withKnob("program", old.toString())))
                .hasMessage("broker nats: program: " + old
                        + "; is version 2.9.10, and nats:2.12.1 was asked for. Leave one of them out.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rabbitmq", "nats", "mosquitto"})
    void theProgramThatASettingNamesIsStarted(String recipe) throws Exception {
        BrokerSpec spec = BrokerSpec.of(recipe);
        Path given = program("given");
        assertThat(TestHome.launcher().check(spec.withKnob("program", given.toString())))
                .isEmpty();
        LaunchPlan plan =
                new LaunchPlan(Recipes.in(TestHome.path()).find(recipe), spec.withKnob("program", given.toString()));
        assertThat(Programs.require(
                        plan.recipe(), (Software.Installed) plan.recipe().software(), plan.knobs()))
                .isEqualTo(given);
        Path text = Files.createFile(folder.resolve("text"));
        assertThat(TestHome.launcher().check(spec.withKnob("program", text.toString())))
                .containsExactly("broker " + recipe + ": program: " + text + "; must be a file that can be executed.");
        assertThatThrownBy(() -> TestHome.launcher().start(spec.withKnob("program", text.toString())))
                .hasMessageContaining("must be a file that can be executed");
    }
}
