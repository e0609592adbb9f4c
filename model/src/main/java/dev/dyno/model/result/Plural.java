package dev.dyno.model.result;

import java.util.Locale;

/** Numbers followed by a noun. */
public final class Plural {

    private Plural() {}

    /** Number with its noun, for example {@code 1 message} or {@code 2,000 messages}. */
    public static String count(long number, String one, String many) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
    }
}
