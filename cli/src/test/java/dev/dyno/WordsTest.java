package dev.dyno;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first sentence of a Javadoc says what the thing is or does. */
class WordsTest {

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern RIDDLE =
            Pattern.compile("/\\*\\*[\\s*]*(?:Of|Those|That|So|What|Whose|Who|Whoever|Which)\\b[^*]*");

    @ParameterizedTest
    @ValueSource(strings = {"", "brokers", "drivers"})
    void noJavadocOpensWithARiddle(String folder) throws IOException {
        for (Path module : inside(PROJECT.resolve(folder), 1)) {
            Path sources = module.resolve("src").resolve("main").resolve("java");
            for (Path file : Files.exists(sources) ? inside(sources, Integer.MAX_VALUE) : List.<Path>of()) {
                if (file.toString().endsWith(".java")) {
                    assertThat(RIDDLE.matcher(Files.readString(file)).results().map(MatchResult::group))
                            .as(file.toString())
                            .isEmpty();
                }
            }
        }
    }

    private static List<Path> inside(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.toList();
        }
    }
}
