package dev.dyno.report.page;

import static dev.dyno.report.store.XmlText.escaped;

import dev.dyno.report.store.XmlText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** A page in one self-contained file without a script. Text is escaped here; {@link #raw} takes HTML. */
public final class StaticPage {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[a-zA-Z][\\w-]*");

    private final StringBuilder html = new StringBuilder(65_536);

    /**
     * @param brand the kind of page
     * @param title heading of the page, and title of the browser's tab
     */
    public StaticPage(String brand, String title) {
        raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
                + " 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" + escaped(title)
                + " \u2013 Dyno</title>\n<style>\n" + resource("static.css")
                + "@media screen and (prefers-color-scheme: dark) {\n"
                + Palette.darkStyle() + "}\n</style>\n</head>\n<body>\n<main>\n<p class=\"brand\">" + escaped(brand)
                + "</p>\n<h1>" + sentence(title) + "</h1>\n");
    }

    /** Adds HTML unchanged. */
    public StaticPage raw(String text) {
        html.append(text);
        return this;
    }

    public StaticPage heading(String text) {
        return raw("<h2>" + escaped(text) + "</h2>\n");
    }

    /** @param style a class of the style sheet; empty for none */
    public StaticPage paragraph(String style, String text) {
        return raw((style.isEmpty() ? "<p>" : "<p class=\"" + style + "\">") + sentence(text) + "</p>\n");
    }

    /** Begins a table that scrolls sideways, with its first column fixed. */
    public StaticPage table(String style, List<String> head) {
        raw("<div class=\"wide\" tabindex=\"0\"><table" + (style.isEmpty() ? "" : " class=\"" + style + "\"") + ">\n");
        if (!head.isEmpty()) {
            raw("<thead>");
            row("", "th", head);
            raw("</thead>\n");
        }
        return raw("<tbody>\n");
    }

    public StaticPage row(String style, List<String> cells) {
        return row(style, "td", cells);
    }

    private StaticPage row(String style, String element, List<String> cells) {
        raw(style.isEmpty() ? "<tr>" : "<tr class=\"" + style + "\">");
        cells.forEach(cell -> raw("<" + element + ">" + escaped(cell) + "</" + element + ">"));
        return raw("</tr>\n");
    }

    public StaticPage endTable() {
        return raw("</tbody>\n</table></div>\n");
    }

    /** Adds a folded table of names and values; nothing without values. */
    public StaticPage facts(String title, Map<String, String> facts) {
        if (!facts.isEmpty()) {
            fold(title).table("facts", List.of());
            facts.forEach(
                    (name, value) -> raw("<tr><th>" + escaped(name) + "</th><td>" + escaped(value) + "</td></tr>\n"));
            endTable().endFold();
        }
        return this;
    }

    /** Begins a part that its heading unfolds; on paper it is unfolded. */
    public StaticPage fold(String title) {
        return raw("<details class=\"fold\"><summary>" + escaped(title) + "</summary>\n");
    }

    public StaticPage endFold() {
        return raw("</details>\n");
    }

    /** @param charts complete SVG documents */
    public StaticPage charts(Collection<String> charts) {
        raw("<div class=\"charts\">\n");
        charts.forEach(svg -> raw("<figure>\n" + svg + "</figure>\n"));
        return raw("</div>\n");
    }

    /** The whole page. */
    public String end() {
        return html + "</main>\n</body>\n</html>\n";
    }

    public static String muted(String text) {
        return " <span class=\"muted\">" + escaped(text) + "</span>";
    }

    public static String link(String href, String words) {
        return "<a href=\"" + escaped(href) + "\">" + escaped(words) + "</a>";
    }

    /** Date and time, for example {@code 25 November 2026, 07:12 UTC}. */
    public static String date(Instant time) {
        return DATE.format(time);
    }

    /** Escapes a text like {@link XmlText}, and keeps options from breaking after their hyphens. */
    public static String sentence(String text) {
        return OPTION.matcher(escaped(text)).replaceAll("<span class=\"option\">$0</span>");
    }

    /** A text that is a resource of this build. */
    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(StaticPage.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
