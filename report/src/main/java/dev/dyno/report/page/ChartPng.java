package dev.dyno.report.page;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.DocumentLimits;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.view.ViewBox;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;

/** Charts as pictures, for programs without SVG. Needs the drawing part of the JDK, and a font on the machine. */
public final class ChartPng {

    /** Limits for the SVG parser: nesting is limited as by default, the number of shapes is not, because heat maps have many. */
    private static final DocumentLimits NO_LIMITS = new DocumentLimits(
            DocumentLimits.DEFAULT_MAX_NESTING_DEPTH, DocumentLimits.DEFAULT_MAX_USE_NESTING_DEPTH, Integer.MAX_VALUE);

    private ChartPng() {}

    /**
     * A chart as a PNG.
     *
     * @param scale pixels of the picture for one of the chart: 2 for sharp text on high-resolution screens
     * @throws IOException with a sentence, if this machine cannot draw
     */
    public static byte[] of(String svg, Size size, int scale) throws IOException {
        try {
            return draw(svg, size, scale);
        } catch (LinkageError | InternalError | UncheckedIOException | IllegalStateException e) {
            throw new IOException(
                    "This Java cannot draw pictures (" + e
                            + "): it may be a headless one without fonts. Install a font and fontconfig, or use SVG.",
                    e);
        }
    }

    private static byte[] draw(String svg, Size size, int scale) throws IOException {
        SVGDocument document = new SVGLoader()
                .load(
                        new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)),
                        null,
                        LoaderContext.builder().documentLimits(NO_LIMITS).build());
        if (document == null) {
            throw new IllegalStateException("it is no SVG");
        }
        BufferedImage image =
                new BufferedImage(size.width() * scale, size.height() * scale, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            document.render(null, graphics, new ViewBox(0, 0, image.getWidth(), image.getHeight()));
        } finally {
            graphics.dispose();
        }
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(image, "png", png);
        return png.toByteArray();
    }
}
