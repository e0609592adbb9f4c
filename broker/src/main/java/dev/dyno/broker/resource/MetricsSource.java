package dev.dyno.broker.resource;

import dev.dyno.driver.Secrets;
import dev.dyno.driver.TimeSource;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Source of a broker's figures. {@code http://…} and {@code https://…} are pages in the text format of Prometheus;
 * {@code jolokia:http://…} is the interface of Jolokia.
 *
 * @param address may include user and password
 * @param selected series of a Prometheus page that are wanted besides the known ones
 */
public record MetricsSource(Kind kind, URI address, List<Pattern> selected) {

    /** Interface of the server. */
    public enum Kind {
        PROMETHEUS("", "metrics"),
        JOLOKIA("jolokia:", "jolokia");

        private final String prefix;
        private final String subject;

        Kind(String prefix, String subject) {
            this.prefix = prefix;
            this.subject = subject;
        }

        String subject() {
            return subject;
        }
    }

    /**
     * @param patterns of names, with {@code *} for any characters; with labels if they contain a brace, for example {@code
     *     queue_depth{queue="orders*"}}
     * @throws IllegalArgumentException with a sentence that begins with the address
     */
    public static MetricsSource parse(String url, List<String> patterns) {
        Kind kind = Arrays.stream(Kind.values())
                .filter(k -> !k.prefix.isEmpty() && url.startsWith(k.prefix))
                .findFirst()
                .orElse(Kind.PROMETHEUS);
        URI address;
        try {
            address = URI.create(url.substring(kind.prefix.length()));
        } catch (IllegalArgumentException e) {
            throw wrong(url);
        }
        boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!http || address.getHost() == null) {
            throw wrong(url);
        }
        return new MetricsSource(
                kind, address, patterns.stream().map(MetricsSource::pattern).toList());
    }

    private static IllegalArgumentException wrong(String url) {
        return new IllegalArgumentException(Secrets.withoutPassword(url)
                + "; must be http://HOST:PORT/PATH of a page in the text format of Prometheus,"
                + " or jolokia:http://HOST:PORT/PATH.");
    }

    private static Pattern pattern(String text) {
        return Pattern.compile(
                Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    /** The source in a form to show and store: without user and password. */
    public String shown() {
        return kind.prefix
                + Secrets.withoutPassword(HttpPage.withoutUser(address).toString());
    }

    ResourceReader open(String subject, TimeSource time) {
        HttpPage page = new HttpPage(address, time);
        return switch (kind) {
            case PROMETHEUS -> new PrometheusProbe(subject, page, selected);
            case JOLOKIA -> new JolokiaProbe(subject, page);
        };
    }
}
