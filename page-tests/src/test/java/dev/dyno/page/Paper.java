package dev.dyno.page;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.stream.IntStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;

/** Printed page, looked at pixel by pixel. */
final class Paper {

    /** Blue of the white strip to the right of the first chart; that of each further chart has one less. */
    static final int FIRST_BLUE = 254;

    /** Pixels of one colour in one row: less is the seam of two others. The strips have more. */
    private static final int STRIP = 5;

    private Paper() {}

    /** Share of each chart that is neither grey nor left blank: lines and heat maps. */
    static int[] coloured(PDDocument document, int charts) throws IOException {
        int[] found = new int[charts];
        PDFRenderer renderer = new PDFRenderer(document);
        for (int page = 0; page < document.getNumberOfPages(); page++) {
            BufferedImage image = renderer.renderImage(page);
            for (int y = 0; y < image.getHeight(); y++) {
                int[] row = image.getRGB(0, y, image.getWidth(), 1, null, 0, image.getWidth());
                int chart = chartOf(row);
                if (chart >= 0 && chart < charts) {
                    found[chart] +=
                            (int) IntStream.of(row).filter(Paper::isColoured).count();
                }
            }
        }
        return found;
    }

    private static int chartOf(int[] row) {
        int[] seen = new int[256];
        for (int rgb : row) {
            if ((rgb >> 8 & 0xffff) == 0xffff) {
                seen[rgb & 0xff]++;
            }
        }
        int most = FIRST_BLUE;
        for (int blue = 0; blue <= FIRST_BLUE; blue++) {
            most = seen[blue] > seen[most] ? blue : most;
        }
        return seen[most] >= STRIP ? FIRST_BLUE - most : -1;
    }

    private static boolean isColoured(int rgb) {
        int red = rgb >> 16 & 0xff;
        int green = rgb >> 8 & 0xff;
        int blue = rgb & 0xff;
        return Math.max(red, Math.max(green, blue)) - Math.min(red, Math.min(green, blue)) > 60;
    }
}
