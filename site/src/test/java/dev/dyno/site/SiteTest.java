package dev.dyno.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTest {

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\":#]+)(?:#[^\"]*)?\"");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyLinkOfTheSiteLeadsToAFileOfIt() throws IOException {
        Site.make(PROJECT, folder);

        List<Path> pages;
        try (Stream<Path> files = Files.walk(folder)) {
            pages = files.filter(file -> file.toString().endsWith(".html")
                            && !file.toString().contains("locks-"))
                    .toList();
        }
        assertThat(pages).hasSizeGreaterThan(80);
        for (Path page : pages) {
            Matcher link = LINK.matcher(Files.readString(page).replaceAll("(?s)<pre>.*?</pre>|<code>.*?</code>", ""));
            while (link.find()) {
                assertThat(page.resolveSibling(link.group(1)))
                        .as("%s in %s", link.group(1), page)
                        .exists();
                assertThat(link.group(1)).doesNotEndWith(".md");
            }
        }
    }

    @Test
    void searchHasSectionsOfTheirPages() throws IOException {
        Site.make(PROJECT, folder);

        assertThat(folder.resolve("search-index.js"))
                .content()
                .contains("[\"docs/guide/workloads.html#keys\",\"Workload files\",\"Keys\",\"")
                .contains("[\"index.html#");
    }

    @Test
    void sameDocumentsGiveTheSameBytes() throws IOException {
        Site.make(PROJECT, folder.resolve("a"));
        Site.make(PROJECT, folder.resolve("b"));

        assertThat(folder.resolve("a/search-index.js")).hasSameBinaryContentAs(folder.resolve("b/search-index.js"));
        assertThat(folder.resolve("a/index.html")).hasSameBinaryContentAs(folder.resolve("b/index.html"));
    }

    @Test
    void linkThatLeadsNowhereIsNamed() throws IOException {
        Path project = folder.resolve("project");
        Files.createDirectories(project.resolve("docs"));
        for (String name : List.of("README", "CONTRIBUTING", "GLOSSARY", "CHANGELOG", "SECURITY")) {
            Files.writeString(project.resolve(name + ".md"), "# " + name + "\n");
        }
        Files.writeString(project.resolve("docs/one.md"), "# One\n\n[two](../README.md#nowhere)\n");

        assertThatThrownBy(() -> Site.make(project, folder.resolve("site")))
                .hasMessage("docs/one.md: a link to ../README.md#nowhere, which has no such heading");
        Files.writeString(project.resolve("docs/one.md"), "# One\n\n[two](two.md)\n");
        assertThatThrownBy(() -> Site.make(project, folder.resolve("site")))
                .hasMessage("docs/one.md: a link to two.md, which is not there");
    }
}
