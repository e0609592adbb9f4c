package dev.dyno;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first sentence of a Javadoc says what the thing is or does, and text for users has plain words. */
class WordsTest {

    /** Folders with modules. */
    static final List<String> FOLDERS = List.of("", "brokers", "drivers");

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern RIDDLE =
            Pattern.compile("/\\*\\*[\\s*]*(?:Of|Those|That|So|What|Whose|Who|Whoever|Which|How)\\b[^*]*");

    /** Words that are vague or old-fashioned: continue, expected, repair, "this many more" say the same plainly. */
    private static final Pattern VAGUE = Pattern.compile(
            "\\b(?:go(?:es)? on|going on|told|mend(?:s|ed)?|so (?:many more|large|wide)|as for example)\\b.*",
            Pattern.CASE_INSENSITIVE);

    /** A literal, or a comment or character, whose quotation marks begin no literal. */
    private static final Pattern TOKEN = Pattern.compile("//.*|/\\*(?s:.*?)\\*/|'(?:[^'\\\\]|\\\\.[^']*)'"
            + "|\"\"\"(?s:.*?)\"\"\"|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\"");

    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

    @ParameterizedTest
    @FieldSource("FOLDERS")
    void noJavadocOpensWithARiddle(String folder) throws IOException {
        for (Path file : sources(folder)) {
            assertThat(RIDDLE.matcher(Files.readString(file)).results().map(MatchResult::group))
                    .as(file.toString())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @FieldSource("FOLDERS")
    void noTextOfTheProgramHasAVagueWord(String folder) throws IOException {
        for (Path file : sources(folder)) {
            String source = JOINT.matcher(Files.readString(file)).replaceAll("");
            String texts = TOKEN.matcher(source)
                    .results()
                    .map(MatchResult::group)
                    .filter(token -> token.startsWith("\""))
                    .collect(Collectors.joining("\n"));
            assertNoVagueWord(file, texts);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"README.md", "docs/guide", "docs/reference", "model/src/main/resources", "studies", "workloads"})
    void noGuideHasAVagueWord(String place) throws IOException {
        for (Path file : inside(PROJECT.resolve(place), Integer.MAX_VALUE)) {
            if (file.toString().matches(".*\\.(md|yaml|properties)")) {
                assertNoVagueWord(file, Files.readString(file));
            }
        }
    }

    private static void assertNoVagueWord(Path file, String text) {
        assertThat(VAGUE.matcher(text).results().map(MatchResult::group))
                .as(file.toString())
                .isEmpty();
    }

    /** All files of Java of the modules in a folder, without tests. */
    static List<Path> sources(String folder) throws IOException {
        Stream.Builder<Path> files = Stream.builder();
        for (Path module : inside(PROJECT.resolve(folder), 1)) {
            Path sources = module.resolve("src").resolve("main").resolve("java");
            if (Files.exists(sources)) {
                inside(sources, Integer.MAX_VALUE).forEach(files);
            }
        }
        return files.build().filter(file -> file.toString().endsWith(".java")).toList();
    }

    private static List<Path> inside(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.toList();
        }
    }
}
