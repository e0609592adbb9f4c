package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each link of the documents leads to a file or folder of the project, and to a heading of it where it names one. */
class DocumentLinksTest {

    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    @TempDir
    private Path folder = Path.of("");

    /** Anchors of the headings, made as the hosting site makes them, and destinations of links and pictures. */
    private record Document(Set<String> anchors, List<String> links) {

        static Document read(Path file) throws IOException {
            Document document = new Document(new TreeSet<>(), new ArrayList<>());
            PARSER.parse(Files.readString(file)).accept(new AbstractVisitor() {
                @Override
                public void visit(Heading heading) {
                    document.anchors.add(anchor(heading));
                    visitChildren(heading);
                }

                @Override
                public void visit(Link link) {
                    document.links.add(link.getDestination());
                }

                @Override
                public void visit(Image image) {
                    document.links.add(image.getDestination());
                }
            });
            return document;
        }

        private static String anchor(Heading heading) {
            StringBuilder title = new StringBuilder();
            heading.accept(new AbstractVisitor() {
                @Override
                public void visit(Text part) {
                    title.append(part.getLiteral());
                }

                @Override
                public void visit(Code part) {
                    title.append(part.getLiteral());
                }
            });
            return title.toString()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                    .replace(' ', '-');
        }
    }

    @Test
    void everyLinkOfTheDocumentsLeadsSomewhere() throws IOException {
        assertThat(documents(DocumentedCommand.PROJECT)).hasSizeGreaterThan(80);
        assertThat(broken(DocumentedCommand.PROJECT)).isEmpty();
    }

    @Test
    void linkThatLeadsNowhereIsNamed() throws IOException {
        Files.createDirectories(folder.resolve("docs"));
        Files.writeString(folder.resolve("README.md"), "# Read `me`, twice\n");
        Files.writeString(folder.resolve("docs/one.md"), """
                [good](../README.md#read-me-twice), [bad](../README.md#read), [no file](two.md), [here](#none),
                ![no picture](none.png), `[code](three.md)`, [elsewhere](https://example.org/none)

                | a |
                |---|
                | [in a table](four.md) |
                """);

        assertThat(broken(folder))
                .containsExactly(
                        "docs/one.md: ../README.md#read",
                        "docs/one.md: two.md",
                        "docs/one.md: #none",
                        "docs/one.md: none.png",
                        "docs/one.md: four.md");
    }

    @Test
    void guidesNameNoTests() throws IOException {
        for (Path file : documents(DocumentedCommand.PROJECT)) {
            if (file.startsWith(DocumentedCommand.PROJECT.resolve("docs").resolve("guide"))) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContainPattern("`\\w+Test`");
            }
        }
    }

    private static List<String> broken(Path project) throws IOException {
        Map<Path, Document> documents = new LinkedHashMap<>();
        for (Path file : documents(project)) {
            documents.put(file, Document.read(file));
        }
        List<String> broken = new ArrayList<>();
        documents.forEach((file, document) -> document.links.stream()
                .filter(link -> !link.matches("[a-z]+:.*"))
                .filter(link -> {
                    String[] parts = link.split("#", 2);
                    Path to = parts[0].isEmpty()
                            ? file
                            : file.resolveSibling(parts[0]).normalize();
                    Document target = documents.get(to);
                    return !Files.exists(to)
                            || (parts.length == 2 && (target == null || !target.anchors.contains(parts[1])));
                })
                .forEach(link -> broken.add(project.relativize(file) + ": " + link)));
        return broken;
    }

    /** Documents at the top and below {@code docs}. */
    private static List<Path> documents(Path project) throws IOException {
        try (Stream<Path> top = Files.list(project);
                Stream<Path> docs = Files.walk(project.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thePageOfThePerformanceIsThatOfTheMeasurements() throws Exception {
        String made = Processes.ran(
                        new ProcessBuilder("bench/performance", "-").directory(DocumentedCommand.PROJECT.toFile()))
                .out();

        assertThat(DocumentedCommand.PROJECT.resolve("docs/performance.md"))
                .as("made again by: bench/performance")
                .hasContent(made);
        assertThat(made.lines()).hasSizeLessThanOrEqualTo(60);
    }
}
