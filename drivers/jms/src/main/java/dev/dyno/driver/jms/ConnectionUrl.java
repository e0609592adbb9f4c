package dev.dyno.driver.jms;

import dev.dyno.driver.ClientSpec.Credentials;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A provider's connection URL with its query parameters, including the compound forms {@code (tcp://a,tcp://b)?x=y} and
 * {@code failover:(amqp://a?x=y,amqp://b)?z=w}.
 *
 * @param text the URL for the provider
 */
record ConnectionUrl(String text) {

    private static final Pattern PARAMETER = Pattern.compile("[?&]([^=&?,()#]+)=([^&?,()#]*)");
    private static final Pattern AUTHORITY =
            Pattern.compile("//(?:[^@/?,)]*@)?(\\[[^\\]]+\\]|[^:/?,)\\[]+):(\\d{1,5})");

    private static final Pattern ENCRYPTED =
            Pattern.compile("(?i)\\b(ssl|[a-z]+s|[a-z]+\\+ssl)://|[?&]sslEnabled=true\\b");
    private static final Pattern USER_INFO = Pattern.compile("//([^@:/?,()#]+:[^@/?,()#]*)@(?=[^/?,)]*:\\d)");

    /** Host and port of the first broker of the URL. */
    record Authority(String host, int port) {}

    /** Query parameters of all parts of the URL, in order. */
    Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        Matcher matcher = PARAMETER.matcher(text);
        while (matcher.find()) {
            parameters.putIfAbsent(matcher.group(1), matcher.group(2));
        }
        return parameters;
    }

    /** Whether the URL asks for TLS, by its scheme or by Artemis's parameter. */
    boolean isEncrypted() {
        return ENCRYPTED.matcher(text).find();
    }

    String withoutQuery() {
        int query = text.indexOf('?');
        return query < 0 ? text : text.substring(0, query);
    }

    /** A copy with those default parameters that the URL lacks. */
    ConnectionUrl withDefaults(Map<String, String> defaults) {
        Map<String, String> present = parameters();
        ConnectionUrl url = this;
        for (Map.Entry<String, String> entry : defaults.entrySet()) {
            if (!present.containsKey(entry.getKey())) {
                url = url.append(entry.getKey() + "=" + entry.getValue());
            }
        }
        return url;
    }

    /** A copy with another value of an existing parameter. */
    ConnectionUrl with(String parameter, String value) {
        Pattern assignment = Pattern.compile("([?&]" + Pattern.quote(parameter) + "=)[^&?,()#]*");
        return new ConnectionUrl(assignment.matcher(text).replaceAll("$1" + Matcher.quoteReplacement(value)));
    }

    private ConnectionUrl append(String assignment) {
        int fragment = text.indexOf('#');
        String head = fragment < 0 ? text : text.substring(0, fragment);
        String tail = fragment < 0 ? "" : text.substring(fragment);
        boolean hasQuery = head.indexOf('?', head.lastIndexOf(')') + 1) >= 0;
        return new ConnectionUrl(head + (hasQuery ? "&" : "?") + assignment + tail);
    }

    /** User and password of the first broker that has them; not every library reads them from its URL. */
    Optional<Credentials> credentials() {
        Matcher matcher = USER_INFO.matcher(text);
        return matcher.find() ? Optional.of(Credentials.ofUserInfo(matcher.group(1))) : Optional.empty();
    }

    ConnectionUrl withoutCredentials() {
        return new ConnectionUrl(USER_INFO.matcher(text).replaceAll("//"));
    }

    Optional<Authority> authority() {
        Matcher matcher = AUTHORITY.matcher(text);
        return matcher.find()
                ? Optional.of(new Authority(matcher.group(1), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }
}
