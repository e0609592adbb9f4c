package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import dev.dyno.driver.Secrets;
import dev.dyno.report.store.CommandRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line and the files of a run are stored with it, and no secret. */
class GivenTest extends WithDyno {

    private static final String WORD = "hunter2";

    @Test
    void noStoredByteIsOfASecret() throws IOException {
        Path file = Files.writeString(folder.resolve("one.yaml"), """
                # amqp://me:hunter2@broker:5672/x?password=hunter2
                producers: { to: queue://A, messages: 10 }
                consumers: { from: queue://A }
                """);
        Ran ran = dyno.type("run %s --broker null --user me --password %s --runs=%s", file, WORD, place());
        assertThat(ran.err()).isEmpty();
        assertThat(Listing.run(place()).given().map(CommandRecord::line))
                .contains("dyno run " + file + " --broker null --user me --password '(hidden)' --runs=" + place());
        for (Path each : Listing.files(place())) {
            assertThat(Files.readString(each, StandardCharsets.ISO_8859_1))
                    .as(each.toString())
                    .doesNotContain(WORD);
        }
        assertThat(dyno.run("history", "--json").out())
                .contains("--broker null")
                .doesNotContain(WORD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--password-file=%s", "--password-file %s", "env %s"})
    void passwordOfAFileIsInNoStoredByte(String how) throws IOException {
        Path file = Files.writeString(folder.resolve("secret.properties"), WORD + "\nnext line\n");
        String option = how.startsWith("env") ? "" : how.formatted(file);
        if (option.isEmpty()) {
            dyno.with("DYNO_PASSWORD_FILE", file.toString());
        }
        assertThat(dyno.type("client --broker null --user me --message-count 10 " + option)
                        .err())
                .isEmpty();
        assertThat(Listing.run(place()).given().orElseThrow().files()).isEmpty();
        assertThat(Listing.files(place())).isNotEmpty().allSatisfy(each -> assertThat(
                        Files.readString(each, StandardCharsets.ISO_8859_1))
                .doesNotContain(WORD, "next line"));
    }

    @Test
    void aPasswordFileWithoutAPasswordIsRefused() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), "\nhunter2\n");
        Path latin = Files.writeString(folder.resolve("latin"), "süß", StandardCharsets.ISO_8859_1);
        dyno.type("client --broker null --user me --password-file %s", empty)
                .refused("--password-file: " + empty + "; must have the password on its first line, which is empty.");
        dyno.type("client --broker null --user me --password-file %s", latin)
                .refused("--password-file: " + latin + "; must be a text in UTF-8 that can be read.");
    }

    @Test
    void whatTheEnvironmentGaveIsPartOfTheCommandLine() throws IOException {
        dyno.with("DYNO_PASSWORD", WORD)
                .with("DYNO_NAME", "two words")
                .with("DYNO_MESSAGE_COUNT", "7")
                .with("DYNO_RATE", "99")
                .with("DYNO_WARMUP", "")
                .with("DYNO_UNKNOWN", "1");
        Ran ran = dyno.run("client", "--broker", "null", "--user", "me", "--rate", "1000", "--runs=" + place());
        assertThat(ran.err()).isEmpty();
        assertThat(Listing.run(place()).given().map(CommandRecord::line))
                .contains(
                        "env DYNO_MESSAGE_COUNT=7 'DYNO_NAME=two words' 'DYNO_PASSWORD=(hidden)' dyno client --broker null --user me"
                                + " --rate 1000 --runs=" + place());
    }

    @Test
    void aVariableIsTakenAsItIs() throws IOException {
        String name = "a${user.name}b${none}c$$d$";
        dyno.with("DYNO_NAME", name)
                .type("client --broker null --message-count 10")
                .good();
        assertThat(Listing.run(place()).summary().result().name()).isEqualTo(name);
    }

    @Test
    void filesAreStoredAsTheyWereGivenButForSecrets() throws IOException {
        Path file = Files.writeString(folder.resolve("one.yaml"), """
                # as given
                producers: { to: queue://A, messages: 10 }
                consumers: { from: queue://A }
                """);
        Ran ran = dyno.run("run", file.toString(), "--broker", "null");
        assertThat(ran.err()).isEmpty();
        CommandRecord given = Listing.run(place()).given().orElseThrow();
        assertThat(given.commandLine())
                .containsExactly("env", "DYNO_RUNS=" + place(), "dyno", "run", file.toString(), "--broker", "null");
        assertThat(given.files()).containsOnlyKeys(file.toString()).containsValue(Files.readString(file));
    }

    @Test
    void theSecretsOfAFileAreHiddenWhereverTheyStand() {
        String text = """
                name: x
                driver-properties:
                  sasl.jaas.config: org.apache.Module required
                    username="me" password="hunter2";
                  next: 1
                commonConfig: |
                  bootstrap.servers=a:1
                  ssl.key.password = hunter2
                  ssl.keystore.password=\\
                hunter2
                  sasl.mechanism=PLAIN
                url: amqp://me:hunter/hunter2@host:1/x
                {user: me, "passwd": "hunter2"}
                token:
                hunter2
                clientPrivateKey: >-
                  hunter2

                  hunter2
                last: 1
                """;
        assertThat(Secrets.withoutSecrets(text))
                .doesNotContain("hunter")
                .contains("  next: 1\n", "  bootstrap.servers=a:1\n", "  sasl.mechanism=PLAIN\n", "last: 1\n")
                .contains("url: amqp://(hidden)@host:1/x\n");
    }

    @Test
    void aKeyOfSeveralLinesIsInNoCommandLine() {
        String key = "ssl.keystore.key=-----BEGIN PRIVATE KEY-----\n" + WORD + "\n-----END PRIVATE KEY-----\n";
        CommandRecord given = GivenReader.read(
                Map.of("DYNO_DRIVER_PROPERTY", key), List.of("client", "--driver-property", key), option -> false);
        assertThat(given.commandLine())
                .filteredOn(word -> word.contains("ssl.keystore.key=(hidden)"))
                .hasSize(2);
        assertThat(given.line()).doesNotContain(WORD);
    }
}
