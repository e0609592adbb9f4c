package dev.dyno.cli;

import java.util.Locale;
import java.util.regex.Pattern;

/** What is not to be shown to whoever looks at a screen or a file. */
final class Secrets {

    private static final Pattern PASSWORD_OF_URL = Pattern.compile("(//[^/@:,]*):[^/@]*@");
    private static final Pattern SECRET_PARAMETER = Pattern.compile(
            "([?&;,][^=&;,]*(?:password|passwd|secret|token|credential)[^=&;,]*=)[^&;,]*", Pattern.CASE_INSENSITIVE);
    private static final Pattern SECRET_NAME = Pattern.compile(
            ".*(password|passwd|passphrase|secret|token|credential|jaas|auth\\.?params|private.?key).*");

    /** What stands in its place. */
    static final String HIDDEN = "(hidden)";

    private Secrets() {}

    /** An address as it may be shown. */
    static String withoutPassword(String url) {
        String without = PASSWORD_OF_URL.matcher(url).replaceAll("$1@");
        return SECRET_PARAMETER.matcher(without).replaceAll("$1" + HIDDEN);
    }

    /** Whether the value of a setting of that name is one. */
    static boolean isSecret(String name) {
        return SECRET_NAME.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /** The value of a setting as it may be shown. */
    static String shown(String name, String value) {
        return isSecret(name) ? HIDDEN : withoutPassword(value);
    }
}
