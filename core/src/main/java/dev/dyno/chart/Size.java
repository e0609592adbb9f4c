package dev.dyno.chart;

/** In pixels. */
public record Size(int width, int height) {

    /** As wide as a page of a document. */
    public static final Size WIDE = new Size(960, 380);

    static final int MIN = 200;
    static final int MAX = 10_000;

    public Size {
        if (width < MIN || height < MIN || width > MAX || height > MAX) {
            throw new IllegalArgumentException(
                    "a chart of " + width + " x " + height + " pixels; both must be from " + MIN + " to " + MAX);
        }
    }
}
