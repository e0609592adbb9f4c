package dev.dyno.app.execute;

import dev.dyno.driver.Secrets;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.result.RunConfig;
import dev.dyno.report.metrics.MetricsPush;
import dev.dyno.report.metrics.MetricsServer;
import dev.dyno.report.metrics.OtlpPush;
import dev.dyno.report.metrics.Subject;
import dev.dyno.report.store.Reporter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Page on which the figures of a command's runs can be fetched, and receivers to which they are pushed; all are optional. */
public final class MetricsPage implements AutoCloseable {

    private final Duration linger;
    private final Optional<URI> gateway;
    private final Optional<URI> otlp;
    private final Map<String, String> otlpHeaders;
    private @Nullable MetricsServer server;

    /**
     * @param linger longest wait at the end until the final figures are fetched
     * @param gateway a Pushgateway
     * @param otlp a receiver of OpenTelemetry
     */
    public MetricsPage(Duration linger, Optional<URI> gateway, Optional<URI> otlp, Map<String, String> otlpHeaders) {
        this.linger = linger;
        this.gateway = gateway;
        this.otlp = otlp;
        this.otlpHeaders = otlpHeaders;
    }

    /** Begins to listen; returns the address. */
    public String listen(InetAddress address, int port) throws IOException {
        MetricsServer opened = new MetricsServer(address, port);
        server = opened;
        return opened.url();
    }

    /** Reporters that show a run from now on. */
    List<Reporter> show(RunPlan plan, int deliveries) {
        RunConfig config = new RunConfig(plan.config());
        Subject subject = new Subject(
                RunPlan.idOf(plan.runId()),
                plan.workload().name(),
                broker(plan),
                config.driver().orElse(""),
                config.tags());
        List<Reporter> all = new ArrayList<>();
        if (server != null) {
            all.add(server.show(subject, deliveries));
        }
        gateway.ifPresent(url -> all.add(new MetricsPush(url, subject, deliveries)));
        otlp.ifPresent(url -> all.add(new OtlpPush(url, otlpHeaders, subject, deliveries)));
        return all;
    }

    private static String broker(RunPlan plan) {
        String name = plan.brokerFacts().get("broker");
        if (name == null) {
            String url = plan.workload().producers().isEmpty()
                    ? plan.consumerTarget().url()
                    : plan.producerTarget().url();
            return Secrets.withoutPassword(url);
        }
        String version = plan.brokerFacts().get("version");
        return version == null ? name : name + " " + version;
    }

    /** Ends the wait of {@link #close} for the final figures to be fetched. */
    void release() {
        if (server != null) {
            server.release();
        }
    }

    /** Waits until the final figures have been fetched, if requested; then stops listening. */
    @Override
    public void close() {
        if (server != null) {
            if (!linger.isZero()) {
                server.awaitEndFetched(linger);
            }
            server.close();
        }
    }
}
