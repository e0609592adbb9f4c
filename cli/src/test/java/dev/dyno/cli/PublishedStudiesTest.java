package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of a published study has the claims of its table, as its runs decide them, and names the archives of the runs. */
class PublishedStudiesTest {

    private static final Path STUDIES = Path.of("..", "docs", "studies");

    private static final long MAX_BYTES = 2 << 20;

    static List<Path> studies() throws IOException {
        try (Stream<Path> folders = Files.list(STUDIES)) {
            return folders.filter(folder -> Files.exists(folder.resolve("claims.csv")))
                    .sorted()
                    .toList();
        }
    }

    private static String part(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        int begin = text.indexOf(from);
        assertThat(begin).as("%s in %s", from, file).isNotNegative();
        return text.substring(begin, text.indexOf(to, begin)).strip();
    }

    @ParameterizedTest
    @MethodSource("studies")
    void pageHasTheClaimsOfItsTable(Path study) throws IOException {
        assertThat(part(study.resolve("README.md"), "| the source says", "<!-- end of claims -->"))
                .isEqualTo(part(study.resolve("table.md"), "| the source says", "\n\n"));
    }

    @ParameterizedTest
    @MethodSource("studies")
    void archivesAreSmallAndThePageNamesTheFirstAndTheLast(Path study) throws IOException {
        try (Stream<Path> files = Files.list(study)) {
            List<Path> archives = files.filter(file -> file.toString().endsWith(".tar.xz"))
                    .sorted()
                    .toList();
            for (Path archive : archives) {
                assertThat(Files.size(archive)).as(archive.toString()).isLessThan(MAX_BYTES);
            }
            String page = Files.readString(study.resolve("README.md"));
            assertThat(page).contains("runs.tar.xz");
            if (archives.size() > 1) {
                assertThat(page).contains("runs-" + archives.size() + ".tar.xz");
            }
        }
    }
}
