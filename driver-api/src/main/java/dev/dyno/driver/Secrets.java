package dev.dyno.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hides passwords and the like from whoever looks at a screen or a file. */
public final class Secrets {

    private static final String SECRET =
            "(?:password|passwd|passphrase|secret|token|credential|jaas|auth\\.?params|private.?key|keystore\\.key)";
    private static final Pattern PASSWORD_OF_URL = Pattern.compile("(//[^/@:,]*):[^,?()\\s]*@");
    /** NATS takes a name without a password for a token. */
    private static final Pattern TOKEN_OF_URL = Pattern.compile("((?:nats|tls)://)[^/@:,]+@");

    private static final Pattern SECRET_PARAMETER =
            Pattern.compile("([?&;,][^=&;,]*" + SECRET + "[^=&;,]*=)[^&;,]*", Pattern.CASE_INSENSITIVE);
    /** Of a map as Java writes it, up to the end of that. */
    private static final Pattern SECRET_ENTRY =
            Pattern.compile("(\\{[^{}=,]*" + SECRET + "[^{}=,]*=)[^},]*", Pattern.CASE_INSENSITIVE);

    private static final Pattern SECRET_NAME = Pattern.compile(".*" + SECRET + ".*");
    private static final Pattern USER_INFO = Pattern.compile("//[^\\s\"']*@");
    private static final Pattern SECRET_LINE = Pattern.compile(
            "(.*?" + SECRET + "[^\\s=:]*(?:\\s*[=:]|\\s)).*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final int NONE = -1;

    /** Stands in the place of a secret. */
    public static final String HIDDEN = "(hidden)";

    private Secrets() {}

    /** An address as it may be shown. */
    public static String withoutPassword(String url) {
        String without = TOKEN_OF_URL.matcher(url).replaceAll("$1" + HIDDEN + "@");
        without = PASSWORD_OF_URL.matcher(without).replaceAll("$1@");
        without = SECRET_ENTRY.matcher(without).replaceAll("$1" + HIDDEN);
        return SECRET_PARAMETER.matcher(without).replaceAll("$1" + HIDDEN);
    }

    /**
     * A text of any format as it may be stored: whatever follows a secret's name on its line is hidden, with the lines below it
     * that belong to it, and so is the user of an address. Hides too much rather than too little.
     */
    public static String withoutSecrets(String text) {
        List<String> lines = new ArrayList<>();
        int secretIndent = NONE;
        boolean continues = false;
        for (String line : text.split("\n", -1)) {
            int indent = line.length() - line.stripLeading().length();
            if (continues || (secretIndent != NONE && (line.isBlank() || indent > secretIndent))) {
                continues = line.stripTrailing().endsWith("\\");
                continue;
            }
            Matcher secret = SECRET_LINE.matcher(line);
            boolean hides = secret.matches();
            lines.add(USER_INFO.matcher(hides ? secret.group(1) + HIDDEN : line).replaceAll("//" + HIDDEN + "@"));
            secretIndent = hides ? indent : NONE;
            continues = hides
                    && (line.stripTrailing().endsWith("\\")
                            || line.stripTrailing().endsWith(":"));
        }
        return String.join("\n", lines);
    }

    /** Whether the value of a setting of that name is one. */
    public static boolean isSecret(String name) {
        return SECRET_NAME.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /** The value of a setting as it may be shown. */
    public static String shown(String name, String value) {
        return isSecret(name) ? HIDDEN : withoutPassword(value);
    }
}
