package dev.dyno.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the site: a page for each markdown document, with a contents list and a search that need no server, and a copy of each
 * linked file. Fails at a broken link.
 */
public final class Site {

    private static final List<String> AT_THE_TOP =
            List.of("README.md", "CONTRIBUTING.md", "GLOSSARY.md", "CHANGELOG.md", "SECURITY.md");

    /** Folders of the contents list, in its order, with their headings. */
    private static final Map<String, String> PARTS = parts();

    private final Path project;
    private final Path target;
    private final Map<Path, Page> pages = new LinkedHashMap<>();

    private Site(Path project, Path target) {
        this.project = project;
        this.target = target;
    }

    /** {@code Site PROJECT TARGET}. */
    public static void main(String[] args) throws IOException {
        make(Path.of(args[0]), Path.of(args[1]));
    }

    /** Makes the site of a project's folder. */
    static void make(Path project, Path target) throws IOException {
        Site site = new Site(project.toAbsolutePath().normalize(), target.toAbsolutePath());
        site.read();
        site.write();
    }

    private static Map<String, String> parts() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("", "Dyno");
        parts.put("docs/guide", "Guides");
        parts.put("docs", "How exact it is");
        parts.put("docs/performance", "");
        parts.put("docs/studies", "Studies");
        parts.put("docs/reference", "Reference");
        parts.put("docs/reference/brokers", "Brokers");
        parts.put("docs/reference/drivers", "Drivers");
        parts.put("docs/adr", "Decisions");
        return parts;
    }

    private void read() throws IOException {
        List<Path> files = new ArrayList<>();
        AT_THE_TOP.forEach(name -> files.add(project.resolve(name)));
        try (Stream<Path> docs = Files.walk(project.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(files::add);
        }
        for (Path file : files) {
            pages.put(project.relativize(file), new Page(Files.readString(file)));
        }
    }

    private void write() throws IOException {
        String template = resource("page.html");
        for (Map.Entry<Path, Page> entry : pages.entrySet()) {
            Path document = entry.getKey();
            Page page = entry.getValue();
            String html = template.replace("{title}", escaped(page.title()))
                    .replace("{root}", "../".repeat(document.getNameCount() - 1))
                    .replace("{contents}", contents(document))
                    .replace("{body}", page.html(link -> linkOnSite(document, link)));
            write(pageOf(document), html);
        }
        copyPictures();
        write(Path.of("site.css"), resource("site.css"));
        write(Path.of("search.js"), resource("search.js"));
        write(Path.of("search-index.js"), searchIndex());
    }

    /** Page of a document; {@code README.md} is the page of its folder. */
    private static Path pageOf(Path document) {
        String name = String.valueOf(document.getFileName());
        return document.resolveSibling(name.equals("README.md") ? "index.html" : name.replaceAll("\\.md$", ".html"));
    }

    private String linkOnSite(Path document, String link) {
        if (link.matches("[a-z]+:.*")) {
            return link;
        }
        String anchor = link.contains("#") ? link.substring(link.indexOf('#')) : "";
        String path = link.substring(0, link.length() - anchor.length());
        Path from = folderOf(document);
        Path to = path.isEmpty() ? document : from.resolve(path).normalize();
        Page page = pages.get(to);
        if (page == null) {
            if (!Files.exists(project.resolve(to))) {
                throw new IllegalStateException(document + ": a link to " + link + ", which is not there");
            }
            return Files.isDirectory(project.resolve(to)) ? folderOnSite(document, to) : copied(to, link);
        }
        if (!anchor.isEmpty() && !page.hasAnchor(anchor.substring(1))) {
            throw new IllegalStateException(document + ": a link to " + link + ", which has no such heading");
        }
        return (path.isEmpty() ? "" : from.relativize(pageOf(to)).toString()) + anchor;
    }

    private static Path folderOf(Path document) {
        Path folder = document.getParent();
        return folder == null ? Path.of("") : folder;
    }

    /** Target of a link to a folder: its place in the contents list. */
    private String folderOnSite(Path document, Path folder) {
        if (!PARTS.containsKey(folder.toString())) {
            throw new IllegalStateException(document + ": a link to the folder " + folder + ", which has no documents");
        }
        return pages.containsKey(folder.resolve("README.md"))
                ? folderOf(document).relativize(folder.resolve("index.html")).toString()
                : "#part-" + folder.toString().replace('/', '-');
    }

    private String copied(Path file, String link) {
        try {
            Path copy = target.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(project.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
            return link;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void copyPictures() throws IOException {
        try (Stream<Path> docs = Files.walk(project.resolve("docs"))) {
            docs.filter(file -> file.toString().matches(".*\\.(png|svg)"))
                    .forEach(file -> copied(project.relativize(file), ""));
        }
    }

    private String contents(Path present) {
        Map<String, List<Path>> byFolder = pages.keySet().stream().collect(Collectors.groupingBy(Site::partOf));
        StringBuilder list = new StringBuilder();
        PARTS.forEach((folder, heading) -> {
            if (!heading.isEmpty()) {
                list.append("<h2 id=\"part-")
                        .append(folder.replace('/', '-'))
                        .append("\">")
                        .append(heading)
                        .append("</h2>\n");
            }
            for (Path file : byFolder.getOrDefault(folder, List.of())) {
                list.append("<a href=\"")
                        .append(folderOf(present).relativize(pageOf(file)))
                        .append(file.equals(present) ? "\" aria-current=\"page\">" : "\">")
                        .append(escaped(titleOf(file)))
                        .append("</a>\n");
            }
        });
        return list.toString();
    }

    private String titleOf(Path document) {
        Page page = pages.get(document);
        return page == null ? "" : page.title();
    }

    /** Nearest folder above a file that is a part of the contents list. */
    private static String partOf(Path file) {
        Path folder = folderOf(file);
        while (!PARTS.containsKey(folder.toString())) {
            folder = folderOf(folder);
        }
        return folder.toString();
    }

    /**
     * Search index: page, title and text of each section. It is a script, because a page opened as a file may not read others.
     */
    private String searchIndex() {
        return pages.entrySet().stream()
                .flatMap(entry -> entry.getValue().sections().stream().map(section -> Stream.of(
                                pageOf(entry.getKey()) + "#" + section.anchor(),
                                entry.getValue().title(),
                                section.title(),
                                section.text())
                        .map(Site::quoted)
                        .collect(Collectors.joining(",", "[", "]"))))
                .collect(Collectors.joining(",\n", "const searchIndex = [\n", "];\n"));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private void write(Path file, String text) throws IOException {
        Path to = target.resolve(file);
        Files.createDirectories(to.getParent());
        Files.writeString(to, text);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Site.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException(name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
