package dev.dyno;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

    /** Words that stand for a number or a case without naming it: "never", "up to the limit" say which. */
    private static final Pattern UNMEASURED =
            Pattern.compile("\\b(?:or not at all|so (?:long|often|much)(?! as\\b))\\b.*", Pattern.CASE_INSENSITIVE);

    private static final Pattern NAME_OF_WORDS = Pattern.compile("\\b[A-Z]\\w*[a-z0-9][A-Z]\\w*");

    /** A package of ours, or a path to a source file. */
    private static final Pattern SOURCE = Pattern.compile("\\bdev\\.dyno\\.\\w+|\\w+/(?:…|src/main)/.*");

    private static final Pattern GLOSSARY_WORD = Pattern.compile("(?m)^\\| \\*\\*(.+?)\\*\\* \\|");

    @ParameterizedTest
    @FieldSource("FOLDERS")
    void noJavadocOpensWithARiddle(String folder) throws IOException {
        for (Path file : sources(folder)) {
            assertNoMatch(RIDDLE, file, Files.readString(file));
        }
    }

    @Test
    void noCommentOfThePageOpensWithARiddle() throws IOException {
        for (Path file : inside(PROJECT.resolve("report/src/main/resources"), Integer.MAX_VALUE)) {
            if (file.toString().endsWith(".js")) {
                assertNoMatch(RIDDLE, file, Files.readString(file));
            }
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
            strings = {
                "README.md",
                "GLOSSARY.md",
                "CHANGELOG.md",
                "CONTRIBUTING.md",
                "docs",
                "drivers",
                "model/src/main/resources",
                "recipes",
                "studies",
                "workloads"
            })
    void noGuideHasAVagueWord(String place) throws IOException {
        for (Path file : inside(PROJECT.resolve(place), Integer.MAX_VALUE)) {
            if (file.toString().matches("(?!.*/target/).*\\.(md|yaml|properties)")) {
                assertNoVagueWord(file, Files.readString(file));
            }
        }
    }

    /** Users know names of settings, not of classes; only those who write a driver do. */
    @ParameterizedTest
    @ValueSource(strings = {"GLOSSARY.md", "docs/guide", "docs/reference"})
    void noGuideNamesAClassOrItsPlace(String place) throws IOException {
        Set<String> classes = new HashSet<>();
        for (String folder : FOLDERS) {
            sources(folder).forEach(file -> classes.add(file.toString().replaceFirst(".*/(\\w+)\\.java", "$1")));
        }
        for (Path file : inside(PROJECT.resolve(place), Integer.MAX_VALUE)) {
            if (file.toString().matches("(?!.*/own-driver).*\\.md")) {
                String text = Files.readString(file);
                assertNoMatch(SOURCE, file, text);
                assertThat(NAME_OF_WORDS.matcher(text).results().map(MatchResult::group))
                        .as(file.toString())
                        .doesNotContainAnyElementsOf(classes);
            }
        }
    }

    @Test
    void theGlossaryIsInAlphabeticalOrder() throws IOException {
        String words = Files.readString(PROJECT.resolve("GLOSSARY.md")).split("\n## ", -1)[0];
        assertThat(GLOSSARY_WORD.matcher(words).results().map(row -> row.group(1)))
                .hasSizeGreaterThan(80)
                .isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER);
    }

    private static void assertNoVagueWord(Path file, String text) {
        assertNoMatch(VAGUE, file, text);
        assertNoMatch(UNMEASURED, file, text);
    }

    private static void assertNoMatch(Pattern words, Path file, String text) {
        assertThat(words.matcher(text).results().map(MatchResult::group))
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
