package dev.dyno.driver;

import dev.dyno.driver.ClientSpec.Credentials;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Removes passwords and other secrets from texts for screens and files.
 *
 * <p>Two rules work together. In an address, the user info of each server (up to the last {@code @} before the path) and the
 * parameters with a secret's name are hidden; if the address cannot be parsed with certainty, everything up to its last {@code @}
 * is. The secrets of a run are {@linkplain #remember remembered}, so that they are hidden in messages of client libraries, too.
 *
 * <p>Assumptions and guarantees: usable from any thread. A remembered secret is never forgotten.
 */
public final class Secrets {

    private static final String SECRET =
            "(?:pass?w(?:or)?d|passphrase|passcode|secret|token|credential|jaas|auth\\.?params|jwt|signature"
                    + "|private.?key|keystore\\.key|(?:api|access|account|shared|auth).?key|nkey|connection.?string|authorization"
                    + "|bearer|cookie|user\\.info)";
    private static final Pattern SECRET_NAME = Pattern.compile(
            ".*" + SECRET + ".*|key|sig|(?:.*[._-])?(?:pwd|pass)|(?!workload).*[._]seed|.*otlp[._-]headers");
    /** A secret inside the value of a setting: in a JAAS configuration, in JSON, and after the name of its kind. */
    private static final Pattern SECRET_INSIDE =
            Pattern.compile(SECRET + "[\\w.]*\"?\\s*[=:]\\s*\"?([^\"\\s;,}]+)", Pattern.CASE_INSENSITIVE);

    /** A parameter of an address; a lookahead matches its value, which may be an address with parameters of its own. */
    private static final Pattern PARAMETER = Pattern.compile("[?&;,]([^=?&;,\\s]+)=(?=([^&;,)'\\s]*))");
    /** An entry with a secret's name in a map in Java's notation, up to the end of its value; group 1 ends before the value. */
    private static final Pattern SECRET_ENTRY =
            Pattern.compile("(\\{[^{}=,]*" + SECRET + "[^{}=,]*=)[^},]*", Pattern.CASE_INSENSITIVE);

    /** Scheme and servers of an address, which may contain several servers. */
    private static final Pattern SERVERS = Pattern.compile("((?:[\\w.+-]+:)?//)((?:(?!,[\\w.+-]+://)[^/?#()'\"\\s])*)");
    /** The characters that RFC 3986 allows in user info, without those that divide a list of servers. */
    private static final Pattern USER_INFO = Pattern.compile("(?:[\\w.~!$&'*+;=:-]|%[0-9A-Fa-f]{2})*");
    /** Schemes of NATS, MQTT and HTTP for which user info without a password is a token, and not a user. */
    private static final Pattern TOKEN_SCHEME = Pattern.compile("(?i:nats|tls|opentls|wss?|mqtts?|https?)://");

    /** Flag of a command line with its value: {@code -Dname=value} or {@code -name value}. */
    private static final Pattern FLAG = Pattern.compile("((?:^|\\s)-D?([^\\s=]+)(?:=|\\s+(?!-)))\\S+");

    private static final Pattern NO_PORT = Pattern.compile("[^\\[:]*:.*[^0-9].*");
    /** A server without a port, before the user info of another: it may be the beginning of a password with a comma. */
    private static final Pattern MAYBE_PASSWORD = Pattern.compile("(?://|,)[^:@,/]+,[^/]*@");

    private static final Pattern ADDRESS_IN_TEXT = Pattern.compile("\\S*//\\S+");

    private static final Pattern ANY_USER_INFO = Pattern.compile("//[^\\s\"]*@");
    /** Option of a command with user and password, such as {@code -u} of curl; group 1 ends before the password. */
    private static final Pattern USER_OPTION =
            Pattern.compile("((?:^|\\s)(?:-u|--(?:proxy-)?user)[\\s=]*['\"]?[^\\s:]+:)[^\\s'\"]+");
    /** Key, seed or token in PEM. Hidden as a whole, because its lines do not have the name of a secret. */
    private static final Pattern PEM =
            Pattern.compile("(?s)(-----BEGIN [A-Z ]*(?:KEY|SEED|JWT)-----).*?(?=-----END|\\z)");

    private static final Pattern SECRET_LINE = Pattern.compile(
            "(.*?(?:" + SECRET
                    + "[^\\s=:]*|(?<![\\w.-])(?:(?:[\\w.-]*[._-])?(?:pwd|pass)(?=\\s*[=:])|key(?==)))(?:\\s*[=:]|\\s)).*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private static final int NONE = -1;
    /** Length in characters below which a secret is hidden only as a separate word, because it may be a part of a common word. */
    private static final int LONG = 6;

    private static final Set<String> REMEMBERED = ConcurrentHashMap.newKeySet();

    /** Replacement of a secret. */
    public static final String HIDDEN = "(hidden)";

    private Secrets() {}

    /** The address without passwords and other secrets, for screens and files. */
    public static String withoutPassword(String url) {
        Matcher parameter = PARAMETER.matcher(url);
        while (parameter.find()) {
            if (isSecret(parameter.group(1))) {
                // The value may contain any character, so its end is unknown and the rest is hidden, too.
                return withoutUserInfo(url.substring(0, parameter.start(2))) + HIDDEN;
            }
        }
        return withoutUserInfo(url);
    }

    private static String withoutUserInfo(String url) {
        if (url.indexOf('@') < 0) {
            return url;
        }
        int begin = url.indexOf("//");
        boolean isOutside = SERVERS.matcher(url).replaceAll("").indexOf('@') >= 0;
        if (begin < 0
                || isOutside
                || !isClear(url)
                || MAYBE_PASSWORD.matcher(url).find()) {
            return (begin < 0 ? "" : url.substring(0, begin + 2)) + HIDDEN + url.substring(url.lastIndexOf('@'));
        }
        return SERVERS.matcher(url)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1)
                        + Arrays.stream(found.group(2).split(",", -1))
                                .map(server -> UserInfo.of(found.group(1), server)
                                        .map(info -> info.shown() + server.substring(server.lastIndexOf('@')))
                                        .orElse(server))
                                .collect(Collectors.joining(","))));
    }

    /** User and secret as written in an address; either may be empty. */
    private record UserInfo(String user, String secret) {

        static Optional<UserInfo> of(String scheme, String server) {
            int end = server.lastIndexOf('@');
            if (end < 0) {
                return Optional.empty();
            }
            int colon = server.substring(0, end).indexOf(':');
            if (colon < 0) {
                String all = server.substring(0, end);
                return Optional.of(
                        TOKEN_SCHEME.matcher(scheme).matches() ? new UserInfo("", all) : new UserInfo(all, ""));
            }
            return Optional.of(new UserInfo(server.substring(0, colon), server.substring(colon + 1, end)));
        }

        String shown() {
            return user.isEmpty() && !secret.isEmpty() ? HIDDEN : user;
        }
    }

    /**
     * Whether the end of an address's user info is certain. It is not, for example, if the user info has a character with another
     * meaning in addresses that is not percent-encoded.
     */
    public static boolean isClear(String url) {
        Matcher servers = SERVERS.matcher(url);
        while (servers.find()) {
            for (String server : servers.group(2).split(",", -1)) {
                int end = server.lastIndexOf('@');
                boolean isOdd = end < 0
                        ? NO_PORT.matcher(server).matches() && url.indexOf('@') >= 0
                        : !USER_INFO.matcher(server.substring(0, end)).matches();
                if (isOdd) {
                    return false;
                }
            }
        }
        String paths = servers.replaceAll("");
        int at = paths.indexOf('@');
        int query = paths.indexOf('?');
        return at < 0 || (paths.length() < url.length() && query >= 0 && query < at);
    }

    /** Remembers the secrets of a client, as given and decoded: from now on each text is shown without them. */
    public static void remember(String url, Optional<Credentials> credentials, Map<String, String> properties) {
        credentials.ifPresent(given -> remember(given.user(), given.password()));
        rememberAddress(url);
        properties.forEach((name, value) -> {
            if (isSecret(name)) {
                remember("", value);
                Matcher inside = SECRET_INSIDE.matcher(value);
                while (inside.find()) {
                    remember("", inside.group(1));
                }
            }
            rememberAddress(value);
        });
    }

    private static void rememberAddress(String url) {
        Matcher servers = SERVERS.matcher(url);
        while (servers.find()) {
            for (String server : servers.group(2).split(",", -1)) {
                UserInfo.of(servers.group(1), server).ifPresent(info -> remember(info.user(), info.secret()));
            }
        }
        Matcher parameter = PARAMETER.matcher(url);
        while (parameter.find()) {
            if (isSecret(parameter.group(1))) {
                remember("", parameter.group(2));
            }
        }
    }

    /**
     * Remembers a secret. A password that equals the user name, as in many new brokers, is not remembered, because the name would
     * be hidden, too.
     */
    private static void remember(String user, String secret) {
        if (secret.isBlank() || secret.equals(user)) {
            return;
        }
        REMEMBERED.add(secret);
        try {
            REMEMBERED.add(URLDecoder.decode(secret.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            // A % without two hexadecimal digits behind it stands for itself.
        }
    }

    /** A text without remembered secrets. */
    public static String withoutRemembered(String text) {
        if (REMEMBERED.isEmpty()) {
            return text;
        }
        String without = text;
        List<String> longestFirst = new ArrayList<>(REMEMBERED);
        longestFirst.sort(Comparator.comparingInt(String::length).reversed());
        for (String secret : longestFirst) {
            if (without.contains(secret)) {
                without = secret.length() >= LONG
                        ? without.replace(secret, HIDDEN)
                        : without.replaceAll("(?<!\\w)" + Pattern.quote(secret) + "(?!\\w)", HIDDEN);
            }
        }
        return without;
    }

    /** A message of a client library, to be shown: without remembered secrets and without those in addresses. */
    public static String inText(String text) {
        String without = ADDRESS_IN_TEXT
                .matcher(withoutRemembered(text))
                .replaceAll(found -> Matcher.quoteReplacement(withoutPassword(found.group())));
        return SECRET_ENTRY.matcher(without).replaceAll("$1" + HIDDEN);
    }

    /**
     * A text of any format, to be stored: everything after a secret's name on its line is hidden, with the following lines that
     * belong to it, and so is the user info of addresses. Hides too much rather than too little.
     */
    public static String withoutSecrets(String text) {
        List<String> lines = new ArrayList<>();
        int secretIndent = NONE;
        boolean continues = false;
        String withoutKeys = PEM.matcher(text).replaceAll("$1" + HIDDEN);
        String shown = USER_OPTION.matcher(withoutKeys).replaceAll("$1" + HIDDEN);
        for (String line : shown.split("\n", -1)) {
            int indent = line.length() - line.stripLeading().length();
            if (continues || (secretIndent != NONE && (line.isBlank() || indent > secretIndent))) {
                continues = line.stripTrailing().endsWith("\\");
                continue;
            }
            Matcher secret = SECRET_LINE.matcher(line);
            boolean hides = secret.matches();
            lines.add(ANY_USER_INFO
                    .matcher(hides ? secret.group(1) + HIDDEN : line)
                    .replaceAll("//" + HIDDEN + "@"));
            secretIndent = hides ? indent : NONE;
            continues = hides
                    && (line.stripTrailing().endsWith("\\")
                            || line.stripTrailing().endsWith(":"));
        }
        return String.join("\n", lines);
    }

    /** Whether the value of a setting with that name is a secret. */
    public static boolean isSecret(String name) {
        return SECRET_NAME.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /** The value of a setting, to be shown. */
    public static String shown(String name, String value) {
        return isSecret(name) || PEM.matcher(value).find() ? HIDDEN : withoutSecretFlags(withoutPassword(value));
    }

    /** The flags of a command line, to be shown: the values of flags with the name of a secret are hidden. */
    public static String withoutSecretFlags(String flags) {
        return FLAG.matcher(flags)
                .replaceAll(found ->
                        Matcher.quoteReplacement(isSecret(found.group(2)) ? found.group(1) + HIDDEN : found.group()));
    }
}
