package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Offers of a shell after a part of a command line. */
class CompletionTest extends WithDyno {

    @BeforeEach
    void haveAStudyAndRuns() throws IOException {
        Path home = Path.of(System.getProperty("dyno.home"));
        Files.writeString(Files.createDirectories(home.resolve("studies")).resolve("my-study.yaml"), "");
        Files.createDirectories(place().resolve("20261127-101112-client-0a1b2c3d"));
    }

    private List<String> offered(String line) throws Exception {
        Path script = Files.writeString(
                folder.resolve("try"),
                dyno.run("completion").out()
                        + "compopt() { :; }\nread -ra COMP_WORDS <<<\"$1\"; [[ $1 != *' ' ]] || COMP_WORDS+=('')\n"
                        + "COMP_LINE=$1 COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                        + "_complete_dyno; printf '%s\\n' \"${COMPREPLY[@]}\"\n");
        ProcessBuilder bash = new ProcessBuilder("bash", script.toString(), line);
        bash.environment().put("DYNO_RUNS", place().toString());
        return Processes.ran(bash).outLines().stream().map(String::strip).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "dyno broker start arte, artemis",
        "dyno broker show rabbitm, rabbitmq",
        "dyno client --broker mosq, mosquitto",
        "dyno client --broker si, sim",
        "dyno suite --broker nu, null",
        "dyno history --broker mosq, mosquitto",
        "dyno client --driver jms-, jms-javax",
        "dyno driver show jms-, jms-javax",
        "dyno driver fetch si, sim",
        "dyno selftest --calibrate qp, qpid",
        "dyno study my, my-study",
        "dyno study show my, my-study",
        "dyno client --missed q, queue",
        "dyno report la, last",
        "dyno report 2026, 20261127-101112-client-0a1b2c3d",
        "dyno history mark 2026, 20261127-101112-client-0a1b2c3d",
        "dyno compare last 2026, 20261127-101112-client-0a1b2c3d",
        "dyno gate 2026, 20261127-101112-client-0a1b2c3d",
        "dyno gate last 2026, 20261127-101112-client-0a1b2c3d",
        "dyno explain limited-by-d, limited-by-disk",
        "dyno completion fi, fish",
        "dyno selft, selftest"
    })
    void bashOffersTheOneWordThatBeginsLikeThat(String line, String word) throws Exception {
        assertThat(offered(line)).containsExactly(word);
    }

    /** The list of an option's words is named by the label of its value. */
    @Test
    void theOptionsOfAVerbHaveListsOfWordsOfTheirOwn() {
        for (String function : dyno.run("completion").out().split("\nfunction ", -1)) {
            assertThat(Pattern.compile("local (\\w+)_option_args=")
                            .matcher(function)
                            .results()
                            .map(list -> list.group(1)))
                    .as(function.lines().findFirst().orElse(""))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void fishHasVerbsTheirOptionsAndTheSameWords() {
        assertThat(dyno.run("completion", "fish").out().lines())
                .contains("complete -c dyno -f")
                .anyMatch(line -> line.startsWith("complete -c dyno -n '__fish_use_subcommand' -a selftest -d '"))
                .anyMatch(line -> line.startsWith(
                        "complete -c dyno -n '__fish_seen_subcommand_from client' -l max-pending -r -F -d '"))
                .noneMatch(line -> line.contains("%n") || line.contains("%%") || line.matches(".*[;:]'"))
                .contains(
                        "complete -c dyno -n '__fish_seen_subcommand_from study; and not __fish_seen_subcommand_from list"
                                + " report show' -a 'my-study'")
                .noneMatch(line -> line.startsWith("complete -c dyno -n '__fish_seen_subcommand_from history' "))
                // A missing folder has no runs; those of the home folder are others.
                .contains("    test -n \"$DYNO_RUNS\"; or set -l DYNO_RUNS ~/.dyno/runs")
                // Brokers and studies are shown, too.
                .anyMatch(line -> line.startsWith("complete -c dyno -n '__fish_seen_subcommand_from driver; and"
                        + " __fish_seen_subcommand_from show' -a 'amqp artemis "))
                .noneMatch(line -> line.contains("-n '__fish_seen_subcommand_from show'"))
                .contains("complete -c dyno -n '__fish_seen_subcommand_from report' -a 'last (_dyno_runs)'")
                .anyMatch(line -> line.startsWith(
                        "complete -c dyno -n '__fish_seen_subcommand_from client' -l driver -x -a 'amqp artemis "));
    }
}
