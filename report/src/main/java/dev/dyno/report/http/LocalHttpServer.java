package dev.dyno.report.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * HTTP server that does not disturb its process: its threads are daemons, and each request has a time limit.
 *
 * <p>Assumptions and guarantees: usable from any thread. The server listens from {@link #open} to {@link #close}, on threads of
 * its own that are idle without requests. An unfinished request occupies one of {@value #MOST_THREADS} threads for
 * {@value #MOST_SECONDS} s, an answer that is not made or not read for {@value #MOST_ANSWER_SECONDS} s; then its connection is
 * closed.
 */
public record LocalHttpServer(HttpServer server, ExecutorService threads) implements AutoCloseable {

    public static final int OK = 200;
    public static final int FORBIDDEN = 403;
    public static final int NOT_FOUND = 404;
    public static final int NOT_ALLOWED = 405;

    private static final int MOST_THREADS = 100;
    private static final int MOST_SECONDS = 5;

    /** Time limit of an answer, in seconds: a page of several long runs and the start of a load take a while. */
    private static final int MOST_ANSWER_SECONDS = 30;

    static {
        // These properties are read when the first server is made.
        System.setProperty("sun.net.httpserver.maxReqTime", Integer.toString(MOST_SECONDS));
        System.setProperty("sun.net.httpserver.maxRspTime", Integer.toString(MOST_ANSWER_SECONDS));
        // An answer is written in two parts; without this, TCP would delay the second by 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    /**
     * Begins to listen.
     *
     * @param port 0 = any free one
     * @param name name of the server's threads
     * @throws IOException if the port is in use or not allowed
     */
    public static LocalHttpServer open(InetAddress address, int port, String name, HttpHandler handler)
            throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(address, port), 0);
        ExecutorService threads = new ThreadPoolExecutor(
                0, MOST_THREADS, MOST_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                    Thread thread = new Thread(work, name);
                    thread.setDaemon(true);
                    return thread;
                });
        server.createContext("/", handler);
        server.setExecutor(threads);
        server.start();
        return new LocalHttpServer(server, threads);
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Address without a path. */
    public String url() {
        String host = address().getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + address().getPort();
    }

    /** Answers with a sentence. */
    public static void refuse(HttpExchange exchange, int status, String sentence) throws IOException {
        answer(exchange, status, "text/plain; charset=utf-8", sentence.getBytes(StandardCharsets.UTF_8));
    }

    public static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        boolean hasBody = body.length > 0 && !exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, hasBody ? body.length : -1);
        if (hasBody) {
            exchange.getResponseBody().write(body);
        }
    }

    /** Stops listening. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
