package dev.dyno.report.page;

/** Size in pixels. */
public record Size(int width, int height) {

    /** Size for the full width of a page of a document. */
    public static final Size WIDE = new Size(960, 380);

    /** Size for one of several columns of a page, or for a telephone: words are larger relative to the lines. */
    public static final Size COLUMN = new Size(520, 300);
}
