package dev.dyno.driver;

/** Replaces control characters in the words of a broker, a library or a program, because a terminal would obey them. */
public final class PlainText {

    private PlainText() {}

    /** The text with a question mark for each control character except tabs; each line break becomes {@code \n}. */
    public static String of(String text) {
        return text.replaceAll("\\R", "\n").replaceAll("[\\p{Cntrl}\\x80-\\x9f&&[^\\n\\t]]", "?");
    }
}
