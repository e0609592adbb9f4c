package dev.dyno.report.metrics;

import com.sun.net.httpserver.HttpExchange;
import dev.dyno.report.http.LocalHttpServer;
import dev.dyno.report.store.Reporter;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * HTTP server with the figures of the present or last run at {@code /metrics}, in the text format of Prometheus or, on request,
 * as OpenMetrics.
 *
 * <p>Assumptions and guarantees: those of {@link LocalHttpServer}; the load is not delayed. On the loopback address, only
 * requests for a name of this machine are answered, so that no page of another site can read the figures through a name that
 * resolves to this address.
 */
public final class MetricsServer implements AutoCloseable {

    private static final String PATH = "/metrics";
    private static final Pattern THIS_MACHINE =
            Pattern.compile("(localhost|127(\\.\\d+){3}|\\[::1])(:\\d+)?", Pattern.CASE_INSENSITIVE);

    private final LocalHttpServer server;
    private final ExpositionFormats formats = ExpositionFormats.init();
    private volatile Optional<RunMetrics> shown = Optional.empty();
    private volatile CountDownLatch endFetched = new CountDownLatch(1);

    /**
     * Begins to listen.
     *
     * @param port 0 = any free one
     * @throws IOException if the port is in use or not allowed
     */
    public MetricsServer(InetAddress address, int port) throws IOException {
        server = LocalHttpServer.open(address, port, "metrics", this::answer);
    }

    /** Address of the page. */
    public String url() {
        return server.url() + PATH;
    }

    /**
     * Shows a run from now on.
     *
     * @param deliveries number of deliveries owed for each message, for the backlog; 0 = unknown
     * @return reporter that must receive the intervals of the run
     */
    public Reporter show(Subject subject, int deliveries) {
        RunMetrics run = new RunMetrics(subject, deliveries);
        endFetched = new CountDownLatch(1);
        shown = Optional.of(run);
        return run;
    }

    /**
     * Waits until the end of the shown run has been fetched, {@link #release} was called, or the time is over. Does not wait if
     * no end is shown.
     */
    public void awaitEndFetched(Duration most) {
        if (shown.filter(RunMetrics::isFinal).isEmpty()) {
            return;
        }
        try {
            boolean unused = endFetched.await(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends a wait for the end of the shown run to be fetched, and prevents further ones for this run. */
    public void release() {
        endFetched.countDown();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            if (!isForThisMachine(exchange)) {
                LocalHttpServer.refuse(exchange, LocalHttpServer.FORBIDDEN, "Ask for localhost or 127.0.0.1.\n");
            } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
                LocalHttpServer.refuse(exchange, LocalHttpServer.NOT_FOUND, "The figures are at " + PATH + ".\n");
            } else if (!method.equals("GET") && !method.equals("HEAD")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                LocalHttpServer.refuse(exchange, LocalHttpServer.NOT_ALLOWED, "Only GET and HEAD are answered.\n");
            } else {
                page(exchange);
            }
        }
    }

    private boolean isForThisMachine(HttpExchange exchange) {
        @Nullable String host = exchange.getRequestHeaders().getFirst("Host");
        return !server.address().getAddress().isLoopbackAddress()
                || host == null
                || THIS_MACHINE.matcher(host).matches();
    }

    private void page(HttpExchange exchange) throws IOException {
        CountDownLatch waiting = endFetched;
        Optional<RunMetrics> run = shown;
        boolean last = run.filter(RunMetrics::isFinal).isPresent();
        ExpositionFormatWriter writer = writer(exchange.getRequestHeaders().getFirst("Accept"));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        if (run.isPresent()) {
            writer.write(text, run.get().collect());
        }
        LocalHttpServer.answer(exchange, LocalHttpServer.OK, writer.getContentType(), text.toByteArray());
        exchange.getResponseBody().close();
        if (last && !exchange.getRequestMethod().equals("HEAD")) {
            waiting.countDown();
        }
    }

    /** Writer for the accepted format; a Prometheus that prefers protocol buffers accepts text, too. */
    private ExpositionFormatWriter writer(@Nullable String accept) {
        ExpositionFormatWriter asked = formats.findWriter(accept);
        return asked.isAvailable() ? asked : formats.getPrometheusTextFormatWriter();
    }

    /** Stops listening. */
    @Override
    public void close() {
        server.close();
    }
}
