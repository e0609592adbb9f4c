package dev.dyno.broker.process;

/**
 * A version, compared number by number: 2.6.3 comes before 2.44.0, and 4.0.0-rc1 before 4.0.0.
 *
 * @param text in the notation of the user or the recipe
 */
record Version(String text) implements Comparable<Version> {

    private static final String FORM = "[0-9][0-9A-Za-z._+-]*";

    /** Whether the text can be a version. It becomes a part of file names. */
    static boolean isValid(String text) {
        return text.matches(FORM);
    }

    @Override
    public int compareTo(Version other) {
        String[] mine = text.split("[._+-]", -1);
        String[] others = other.text.split("[._+-]", -1);
        for (int i = 0; i < Math.max(mine.length, others.length); i++) {
            int order = compare(i < mine.length ? mine[i] : "", i < others.length ? others[i] : "");
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Compares two parts: a word comes before no part, and no part equals 0. */
    private static int compare(String mine, String others) {
        boolean number = isNumber(mine);
        if (number && isNumber(others)) {
            return Long.compare(value(mine), value(others));
        }
        return number || isNumber(others) ? Boolean.compare(number, isNumber(others)) : mine.compareTo(others);
    }

    private static boolean isNumber(String part) {
        return part.chars().allMatch(c -> c >= '0' && c <= '9') && part.length() < 18;
    }

    private static long value(String part) {
        return part.isEmpty() ? 0 : Long.parseLong(part);
    }

    @Override
    public String toString() {
        return text;
    }
}
