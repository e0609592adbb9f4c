package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A command line that is refused before anything starts.
 *
 * @param text its words after the program's name; an underscore in a schedule stands for a space within the word
 * @param sentences all that is said about it, without the verb before each
 */
record BadCommandLine(String text, List<String> sentences) {

    /** Reads rows {@code command | sentence | sentence …}; # begins a comment. */
    static Stream<BadCommandLine> all(String table) {
        return table.lines()
                .filter(row -> !row.startsWith("#"))
                .map(row -> List.of(row.split(" \\| ", -1)))
                .map(row -> new BadCommandLine(row.get(0), row.subList(1, row.size())));
    }

    void isRefusedBy(Dyno dyno) {
        String[] words = text.split(" ", -1);
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].replace("constant_", "constant ");
        }
        Ran ran = dyno.run(words).ended(Exit.USAGE);
        boolean isBelow = Set.of("broker", "driver", "history").contains(words[0]) && !words[1].startsWith("-");
        String verb = "dyno " + words[0] + (isBelow ? " " + words[1] : "");
        assertThat(ran.errLines())
                .containsExactlyElementsOf(Stream.concat(
                                sentences.stream().map(sentence -> verb + ": " + sentence),
                                Stream.of(verb + " --help lists the options."))
                        .toList());
        assertThat(ran.out()).isEmpty();
    }

    @Override
    public String toString() {
        return text;
    }
}
