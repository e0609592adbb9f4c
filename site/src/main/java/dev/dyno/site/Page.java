package dev.dyno.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Markdown document: its title, its sections for the search, and its HTML with the links of the site. */
final class Page {

    /** Text under one heading, without markup. */
    record Section(String anchor, String title, String text) {}

    private static final List<TablesExtension> EXTENSIONS = List.of((TablesExtension) TablesExtension.create());

    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private final Node document;
    private final Map<Node, String> anchors = new HashMap<>();
    private final Set<String> names = new TreeSet<>();
    private final List<Section> sections = new ArrayList<>();

    Page(String markdown) {
        document = PARSER.parse(markdown);
        String anchor = "";
        String title = "";
        StringBuilder text = new StringBuilder();
        for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading) {
                addSection(anchor, title, text);
                title = text(node).strip();
                anchor = newAnchor(title);
                anchors.put(node, anchor);
                text.setLength(0);
            } else {
                text.append(text(node)).append(' ');
            }
        }
        addSection(anchor, title, text);
    }

    /** Text of a node, without markup. */
    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(FencedCodeBlock part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak part) {
                text.append(' ');
            }

            @Override
            public void visit(Paragraph paragraph) {
                visitChildren(paragraph);
                text.append(' ');
            }

            @Override
            public void visit(CustomNode cell) {
                visitChildren(cell);
                text.append(' ');
            }
        });
        return text.toString();
    }

    private void addSection(String anchor, String title, CharSequence text) {
        if (!title.isEmpty()) {
            sections.add(new Section(
                    anchor, title, text.toString().replaceAll("\\s+", " ").strip()));
        }
    }

    /** Anchor of a heading, made as GitHub does, so that a link is right in both places. */
    private String newAnchor(String title) {
        String name = title.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
        String free = name;
        for (int i = 1; !names.add(free); i++) {
            free = name + "-" + i;
        }
        return free;
    }

    String title() {
        return sections.isEmpty() ? "" : sections.get(0).title();
    }

    List<Section> sections() {
        return List.copyOf(sections);
    }

    boolean hasAnchor(String anchor) {
        return names.contains(anchor);
    }

    /** HTML of the document. To be called once, because it replaces the document's links. */
    String html(UnaryOperator<String> links) {
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(links.apply(link.getDestination()));
                visitChildren(link);
            }
        });
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    String anchor = anchors.get(node);
                    if (anchor != null) {
                        attributes.put("id", anchor);
                    }
                })
                .build()
                .render(document);
    }
}
