package dev.dyno.driver.sim;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * An address {@code SCHEME://NAME?key=value&key=value}, with its settings merged with the properties of the client.
 *
 * @param name the broker's name, the same for all clients that share it
 * @param settings the decoded query and the properties
 */
record SimUrl(String name, Map<String, String> settings) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    static SimUrl parse(String scheme, String url, Map<String, String> properties) throws DriverException {
        final String prefix = scheme + "://";
        final int query = url.indexOf('?');
        final String address = query < 0 ? url : url.substring(0, query);
        if (!address.startsWith(prefix)
                || !NAME.matcher(address.substring(prefix.length())).matches()) {
            throw new DriverException(
                    "url: '" + Secrets.withoutPassword(url) + "'; must be " + prefix
                            + "NAME, where NAME is of letters, digits, '.', '_' and '-', and settings may follow as ?key=value&….");
        }
        final Map<String, String> settings = new LinkedHashMap<>(properties);
        if (query >= 0 && query < url.length() - 1) {
            for (final String pair : url.substring(query + 1).split("&", -1)) {
                put(address, pair, settings);
            }
        }
        return new SimUrl(address.substring(prefix.length()), settings);
    }

    private static void put(String address, String pair, Map<String, String> settings) throws DriverException {
        final int equals = pair.indexOf('=');
        if (equals < 1) {
            throw new DriverException(address + ": '" + pair + "' in the query; must be key=value.");
        }
        final String key = pair.substring(0, equals);
        final String value;
        try {
            value = URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new DriverException(
                    address + ": '" + pair + "' in the query; '%' must be followed by two hexadecimal digits.", e);
        }
        if (settings.putIfAbsent(key, value) != null) {
            throw new DriverException(address + ": " + key + " is given twice; leave one of them out.");
        }
    }
}
