package dev.dyno.driver.pulsar;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Address of a cluster, {@code pulsar://host:port,host:port} or {@code pulsar+ssl://…}.
 *
 * @param text in the form that the client library expects
 * @param hosts brokers or proxies of the cluster
 * @param parameters query of the URL, {@code ?name=value&name=value}
 * @param encrypted whether connections use TLS
 */
record ServiceUrl(String text, List<InetSocketAddress> hosts, Map<String, String> parameters, boolean encrypted) {

    private static final Pattern URL = Pattern.compile("(pulsar(\\+ssl)?://([^/?#]+))/?(?:\\?([^#]*))?");
    private static final Pattern HOST = Pattern.compile("(\\[[^\\]]+\\]|[^:\\[\\]]+)(?::(\\d{1,5}))?");
    private static final int PORT = 6650;
    private static final int TLS_PORT = 6651;
    private static final int WEB_PORT = 8080;
    private static final int TLS_WEB_PORT = 8443;

    static ServiceUrl parse(String text) throws DriverException {
        Matcher url = URL.matcher(text);
        if (!url.matches()) {
            throw wrong(text);
        }
        boolean encrypted = url.group(2) != null;
        List<InetSocketAddress> hosts = new ArrayList<>();
        for (String part : url.group(3).split(",", -1)) {
            Matcher host = HOST.matcher(part.strip());
            if (!host.matches()) {
                throw wrong(text);
            }
            int port = host.group(2) == null ? (encrypted ? TLS_PORT : PORT) : Integer.parseInt(host.group(2));
            if (port > 65_535) {
                throw wrong(text);
            }
            hosts.add(InetSocketAddress.createUnresolved(host.group(1), port));
        }
        return new ServiceUrl(url.group(1), List.copyOf(hosts), parameters(text, url.group(4)), encrypted);
    }

    private static Map<String, String> parameters(String text, @Nullable String query) throws DriverException {
        Map<String, String> parameters = new TreeMap<>();
        for (String assignment : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = assignment.indexOf('=');
            if (equals < 1) {
                throw wrong(text);
            }
            parameters.put(assignment.substring(0, equals), assignment.substring(equals + 1));
        }
        return parameters;
    }

    private static DriverException wrong(String text) {
        return new DriverException(Secrets.withoutPassword(text)
                + ": not the URL of a Pulsar cluster; must be pulsar://host:port or pulsar+ssl://host:port,"
                + " and may end in ?name=value&name=value");
    }

    /** Address of the HTTP API if its port is the default one. */
    String webUrl() {
        String host = hosts.get(0).getHostString();
        return encrypted ? "https://" + host + ":" + TLS_WEB_PORT : "http://" + host + ":" + WEB_PORT;
    }
}
