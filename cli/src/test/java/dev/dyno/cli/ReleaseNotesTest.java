package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text and version of a release, by its tag. */
class ReleaseNotesTest {

    @TempDir
    Path folder = Path.of("");

    private String version = "";

    @BeforeEach
    void readVersion() throws IOException {
        Matcher revision = Pattern.compile("<revision>(.*)</revision>")
                .matcher(Files.readString(DocumentedCommand.PROJECT.resolve("pom.xml")));
        assertThat(revision.find()).isTrue();
        version = revision.group(1);
    }

    private String notes(String tag) throws Exception {
        Path script = DocumentedCommand.PROJECT.resolve(Path.of(".github", "release-notes"));
        String notes = folder.resolve("notes").toString();
        return Processes.ran(new ProcessBuilder(script.toString(), tag, notes))
                .out()
                .strip();
    }

    @Test
    void theTagOfTheVersionHasItsSectionOfTheChangelog() throws Exception {
        assertThat(notes("v" + version)).isEqualTo("version=" + version);
        assertThat(Files.readString(folder.resolve("notes"))).contains("\n- ").doesNotContain("\n## ");
    }

    @Test
    void anotherTagIsRefused() throws Exception {
        assertThat(notes("v9.9.9"))
                .isEqualTo("release-notes: the tag is v9.9.9 and pom.xml has " + version + "; tag v" + version
                        + ", or set <revision> first.");
        assertThat(folder.resolve("notes")).doesNotExist();
    }
}
