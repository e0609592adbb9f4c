package dev.dyno.report.store;

import java.util.regex.Pattern;

/** Text and values of attributes in XML and HTML. */
public final class XmlText {

    /** Characters that have no form in XML, not even an escaped one. */
    private static final Pattern NOT_XML =
            Pattern.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

    private XmlText() {}

    /** The text with entities; a character that XML does not allow becomes a replacement character. */
    public static String escaped(String text) {
        return NOT_XML.matcher(text)
                .replaceAll("\uFFFD")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
