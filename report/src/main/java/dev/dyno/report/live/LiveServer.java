package dev.dyno.report.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.dyno.report.http.LocalHttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * HTTP server of pages that show runs and act on them, for browsers of this machine.
 *
 * <p>Assumptions and guarantees: those of {@link LocalHttpServer}, on the loopback address only. A request is admitted if its
 * path begins with the token, if it is for a name of this machine, and if it does not come from a page of another origin. GET
 * fetches a page and changes nothing; POST carries out an action, and must have an origin.
 */
public final class LiveServer implements AutoCloseable {

    private static final int TOKEN_BYTES = 16;
    private static final int MOST_BODY_BYTES = 65_536;
    private static final int BAD_REQUEST = 400;

    /** Answer to a request that was admitted. */
    public record Answer(String type, byte[] body) {

        public static Answer html(String page) {
            return new Answer("text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
        }

        public static Answer json(byte[] document) {
            return new Answer("application/json", document);
        }
    }

    /** Page or action. The message of an {@link IllegalArgumentException} or {@link IOException} becomes the answer. */
    @FunctionalInterface
    public interface Handler {

        /** @param given parameters of the request */
        Answer answer(Map<String, String> given) throws IOException, InterruptedException;
    }

    private final LocalHttpServer server;
    private final String token;
    private final Map<String, Handler> pages;
    private final Map<String, Handler> actions;

    /**
     * Begins to listen, with a new token.
     *
     * @param port 0 = any free one
     * @param pages pages by path after the token; the path of the first page is empty
     * @param actions actions by path after the token
     * @throws IOException if the port is in use or not allowed
     */
    public LiveServer(int port, Map<String, Handler> pages, Map<String, Handler> actions) throws IOException {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        token = HexFormat.of().formatHex(random);
        this.pages = Map.copyOf(pages);
        this.actions = Map.copyOf(actions);
        server = LocalHttpServer.open(InetAddress.getLoopbackAddress(), port, "ui", this::answer);
    }

    /** Address of the first page, with the token. */
    public String url() {
        return server.url() + "/" + token + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("Cache-Control", "no-store");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Content-Security-Policy", "frame-ancestors 'none'");
            boolean acts = exchange.getRequestMethod().equals("POST");
            String path = exchange.getRequestURI().getPath();
            int end = path.indexOf('/', 1);
            if (!isForThisMachine(exchange, acts)) {
                LocalHttpServer.refuse(
                        exchange, LocalHttpServer.FORBIDDEN, "Ask for " + server.url() + ", from a page of it.\n");
            } else if (end < 0 || !isSame(path.substring(1, end), token)) {
                LocalHttpServer.refuse(
                        exchange,
                        LocalHttpServer.FORBIDDEN,
                        "The address begins with a token, which the console has.\n");
            } else if (!acts && !exchange.getRequestMethod().equals("GET")) {
                headers.set("Allow", "GET, POST");
                LocalHttpServer.refuse(exchange, LocalHttpServer.NOT_ALLOWED, "Only GET and POST are answered.\n");
            } else {
                answer(exchange, acts, path.substring(end + 1));
            }
        }
    }

    private void answer(HttpExchange exchange, boolean acts, String path) throws IOException {
        Optional<Handler> handler = Optional.ofNullable((acts ? actions : pages).get(path));
        boolean isOther = (acts ? pages : actions).containsKey(path);
        if (handler.isEmpty()) {
            exchange.getResponseHeaders().set("Allow", acts ? "GET" : "POST");
            LocalHttpServer.refuse(
                    exchange,
                    isOther ? LocalHttpServer.NOT_ALLOWED : LocalHttpServer.NOT_FOUND,
                    isOther ? "A page is fetched by GET, an action asked for by POST.\n" : "There is no such page.\n");
            return;
        }
        Answer answer;
        try {
            String given = acts
                    ? new String(exchange.getRequestBody().readNBytes(MOST_BODY_BYTES), StandardCharsets.UTF_8)
                    : exchange.getRequestURI().getRawQuery();
            answer = handler.get().answer(parameters(given));
        } catch (IllegalArgumentException | IOException e) {
            LocalHttpServer.refuse(exchange, BAD_REQUEST, e.getMessage() + "\n");
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        LocalHttpServer.answer(exchange, LocalHttpServer.OK, answer.type, answer.body);
    }

    private static Map<String, String> parameters(@Nullable String encoded) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : (encoded == null ? "" : encoded).split("&", -1)) {
            String[] parts = pair.split("=", 2);
            if (parts.length == 2) {
                parameters.put(decoded(parts[0]), decoded(parts[1]));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /**
     * Whether a request is for a name of this machine, and does not come from a page of another origin. A page of another site
     * could otherwise send requests through a name that resolves to this address.
     */
    private boolean isForThisMachine(HttpExchange exchange, boolean acts) {
        @Nullable String host = exchange.getRequestHeaders().getFirst("Host");
        @Nullable String origin = exchange.getRequestHeaders().getFirst("Origin");
        int port = server.address().getPort();
        return host != null
                && List.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port).stream()
                        .anyMatch(name -> isSame(host, name))
                && (origin == null ? !acts : isSame(origin, "http://" + host));
    }

    /** Compares in a time that does not depend on where the texts differ. */
    private static boolean isSame(String given, String expected) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }

    /** Stops listening. */
    @Override
    public void close() {
        server.close();
    }
}
