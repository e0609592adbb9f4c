package dev.dyno.report.page;

import java.util.Locale;

/** Colours of all charts: people with any kind of colour vision can distinguish them, on white. */
final class Palette {

    static final String INK = "#1a1d21";
    static final String MUTED = "#59626d";
    static final String GRID = "#e8ebee";
    static final String AXIS = "#b8bfc7";
    static final String FAULT = "#b3201f";
    static final String PAPER = "#ffffff";
    static final String BAND = "#eff0f2";
    static final String BAD_BAND = "#f9e1e0";
    /** One font only, because the drawer of PNG uses just the first of a list. */
    static final String FONT = "sans-serif";

    private static final String[] SERIES = {
        "#0072b2", "#d55e00", "#00906a", "#b8529a", "#bd8200", "#3090c8", "#7a828c", "#5b3fa3"
    };

    /** Colours of heat, from few to many. */
    private static final int[] HEAT = {0xeaf1f8, 0xb9d5ea, 0x74b0d8, 0x3585bf, 0x0d5a9c, 0x08306b};

    private Palette() {}

    /** Number of hues. Colours from this number on are lighter shades of the hues. */
    static final int HUES = SERIES.length;

    /** Share of white that each step adds to a lighter shade, up to {@link #MOST_STEPS} steps. */
    private static final double LIGHTER = 0.22;

    private static final int MOST_STEPS = 3;

    static String series(int index) {
        int hue = Integer.parseInt(SERIES[Math.floorMod(index, HUES)].substring(1), 16);
        return mixed(hue, 0xffffff, LIGHTER * Math.min(MOST_STEPS, Math.max(0, index / HUES)));
    }

    /** @param share from 0 to 1 */
    static String heat(double share) {
        double at = Math.min(1, Math.max(0, share)) * (HEAT.length - 1);
        int stop = Math.min(HEAT.length - 2, (int) at);
        return mixed(HEAT[stop], HEAT[stop + 1], at - stop);
    }

    /** Colour between two others. */
    private static String mixed(int from, int to, double share) {
        int color = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int one = from >> shift & 0xff;
            int other = to >> shift & 0xff;
            color = color << 8 | (int) Math.round(one + share * (other - one));
        }
        return String.format(Locale.ROOT, "#%06x", color);
    }

    /** Whether words on the colour of this heat are easier to read in white. */
    static boolean isDark(double share) {
        return share > 0.55;
    }

    /** Style sheet for charts on a dark page: other colours around the data, and for words on that page. */
    static String darkStyle() {
        return dark(PAPER, "#1a1e23")
                + dark(INK, "#e8eaed")
                + dark(MUTED, "#a3acb6")
                + dark(GRID, "#282e35")
                + dark(AXIS, "#4a525b")
                + dark(FAULT, "#ff8f87")
                + dark(BAND, "#24292f")
                + dark(BAD_BAND, "#4a2424")
                // The only hue that is too dark for a dark page.
                + dark(SERIES[7], "#b19cf0");
    }

    private static String dark(String light, String dark) {
        return "svg rect[fill=\"" + light + "\"], svg circle[fill=\"" + light + "\"], svg text[fill=\"" + light
                + "\"]:not(.on-color) { fill: " + dark + "; }\nsvg path[stroke=\"" + light + "\"] { stroke: " + dark
                + "; }\n";
    }
}
