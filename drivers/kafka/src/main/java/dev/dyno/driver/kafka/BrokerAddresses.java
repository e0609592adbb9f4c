package dev.dyno.driver.kafka;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The brokers to ask first, from a URL {@code kafka://host:port,host:port} or a plain {@code host:port,host:port}.
 *
 * @param url as given
 * @param servers {@code host:port} each
 * @param encrypted whether the scheme is {@code kafkas}
 */
record BrokerAddresses(String url, List<String> servers, boolean encrypted) {

    private static final String PORT = "9092";

    private static final Pattern URL = Pattern.compile("(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://)?(?<hosts>[^/]*)/?");
    private static final Pattern SERVER =
            Pattern.compile("(?<host>[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.%]+\\])(?::(?<port>[0-9]{1,5}))?");

    BrokerAddresses {
        servers = List.copyOf(servers);
    }

    static BrokerAddresses parse(String url) throws DriverException {
        Matcher parts = URL.matcher(url.strip());
        if (!parts.matches()) {
            throw unclear(url);
        }
        String scheme =
                parts.group("scheme") == null ? "kafka" : parts.group("scheme").toLowerCase(Locale.ROOT);
        if (!scheme.equals("kafka") && !scheme.equals("kafkas")) {
            throw unclear(url);
        }
        List<String> servers = new ArrayList<>();
        for (String each : parts.group("hosts").split(",", -1)) {
            Matcher server = SERVER.matcher(each.strip());
            if (!server.matches()) {
                throw unclear(url);
            }
            String port = server.group("port") == null ? PORT : server.group("port");
            if (Integer.parseInt(port) > 65535 || Integer.parseInt(port) == 0) {
                throw unclear(url);
            }
            servers.add(server.group("host") + ":" + port);
        }
        return new BrokerAddresses(url, servers, scheme.equals("kafkas"));
    }

    private static DriverException unclear(String url) {
        return new DriverException(
                Secrets.withoutPassword(url) + " is no address of Kafka; must be kafka://host:port,host:port, with TLS"
                        + " kafkas://host:port, or host:port alone");
    }
}
