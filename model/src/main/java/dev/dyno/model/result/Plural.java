package dev.dyno.model.result;

import java.util.Locale;

/** Numbers with the word for what is counted. */
public final class Plural {

    private Plural() {}

    /** {@code 1 message}, {@code 2,000 messages}. */
    public static String count(long number, String one, String many) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
    }
}
