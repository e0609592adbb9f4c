package dev.dyno.report.page;

import dev.dyno.report.store.XmlText;
import java.util.Locale;

/** Builds the text of an SVG. Lengths are pixels, rounded to hundredths. */
final class Svg {

    private final StringBuilder text = new StringBuilder(16_384);

    Svg(int width, int height, String title) {
        text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height
                + "\" viewBox=\"0 0 " + width + ' ' + height + "\" role=\"img\" font-family=\"" + Palette.FONT
                + "\" font-size=\"11\">\n<title>" + XmlText.escaped(title) + "</title>\n");
        rectangle(0, 0, width, height, Palette.PAPER);
    }

    void rectangle(double x, double y, double width, double height, String fill) {
        text.append("<rect x=\"" + length(x) + "\" y=\"" + length(y) + "\" width=\"" + length(width) + "\" height=\""
                + length(height) + "\" fill=\"" + fill + "\"/>\n");
    }

    void line(double x1, double y1, double x2, double y2, String stroke, double width, String dash) {
        path("M" + length(x1) + " " + length(y1) + "L" + length(x2) + " " + length(y2), stroke, width, dash);
    }

    /** @param dash lengths of dashes and gaps; empty for none */
    void path(String d, String stroke, double width, String dash) {
        text.append("<path d=\"" + d + "\" fill=\"none\" stroke=\"" + stroke + "\" stroke-width=\"" + length(width)
                + (dash.isEmpty() ? "" : "\" stroke-dasharray=\"" + dash) + "\" stroke-linejoin=\"round\"/>\n");
    }

    void circle(double x, double y, double radius, String fill) {
        text.append("<circle cx=\"" + length(x) + "\" cy=\"" + length(y) + "\" r=\"" + length(radius) + "\" fill=\""
                + fill + "\"/>\n");
    }

    enum Anchor {
        START,
        MIDDLE,
        END
    }

    void words(double x, double y, Anchor anchor, String color, String words) {
        words(x, y, anchor, color, "", words);
    }

    /** @param more attributes */
    void words(double x, double y, Anchor anchor, String color, String more, String words) {
        String anchored = anchor == Anchor.START
                ? ""
                : "\" text-anchor=\"" + anchor.name().toLowerCase(Locale.ROOT);
        text.append("<text x=\"" + length(x) + "\" y=\"" + length(y) + anchored + "\" fill=\"" + color + '"'
                + (more.isEmpty() ? "" : " " + more) + '>' + XmlText.escaped(words) + "</text>\n");
    }

    /** Estimated width in a sans-serif font of 11 pixels, without using a font. */
    static double widthOf(String words) {
        return 6.2 * words.codePointCount(0, words.length());
    }

    static String length(double pixels) {
        double rounded = Math.rint(pixels * 100) / 100;
        return rounded == Math.rint(rounded)
                ? Long.toString((long) rounded)
                : String.format(Locale.ROOT, "%.2f", rounded).replaceAll("0$", "");
    }

    String end() {
        return text.append("</svg>\n").toString();
    }
}
