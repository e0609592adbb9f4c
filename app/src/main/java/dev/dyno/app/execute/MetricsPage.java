package dev.dyno.app.execute;

import dev.dyno.app.plan.Problems;
import dev.dyno.driver.Secrets;
import dev.dyno.driver.setting.Units;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.result.RunConfig;
import dev.dyno.report.metrics.MetricsPush;
import dev.dyno.report.metrics.MetricsServer;
import dev.dyno.report.metrics.OtlpPush;
import dev.dyno.report.metrics.Subject;
import dev.dyno.report.store.Reporter;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Page on which the figures of a command's runs can be fetched, addresses to which they are pushed; or none of them. */
public final class MetricsPage implements AutoCloseable {

    private static final int MAX_PORT = 65_535;

    private final Duration linger;
    private final Pushes pushes;
    private @Nullable MetricsServer server;

    private MetricsPage(Duration linger, Pushes pushes) {
        this.linger = linger;
        this.pushes = pushes;
    }

    private record Pushes(Optional<URI> gateway, Optional<URI> otlp, Map<String, String> otlpHeaders) {}

    /** The texts of its options, as they were given. */
    public record Asked(
            Optional<String> port,
            Optional<String> host,
            Optional<String> linger,
            Optional<String> push,
            Optional<String> otlp,
            Optional<String> otlpHeaders) {}

    /** Begins to listen, if requested and there are no errors, and prints the address. */
    public static MetricsPage open(Asked asked, Problems problems, PrintWriter out) {
        problems.addIf(
                asked.port.isEmpty() && asked.host.isPresent(),
                "--metrics-host: has no effect without --metrics-port. Give that, or leave it out.");
        problems.addIf(
                asked.port.isEmpty() && asked.linger.isPresent(),
                "--metrics-linger: has no effect without --metrics-port. Give that, or leave it out.");
        Duration linger = Duration.ofNanos(
                problems.parse("--metrics-linger", asked.linger.orElse("0"), Units::parseDurationNs, 0L));
        Optional<Integer> port =
                asked.port.map(text -> (int) problems.number("--metrics-port", text, 0, MAX_PORT, "0 = any free one."));
        Pushes pushes = new Pushes(
                asked.push.map(
                        text -> problems.parse("--metrics-push", text, url -> address(url, 9091), URI.create(""))),
                asked.otlp.map(text -> problems.parse("--otlp", text, url -> address(url, 4318), URI.create(""))),
                asked.otlpHeaders
                        .map(text ->
                                problems.parse("--otlp-headers", text, OtlpPush::headers, Map.<String, String>of()))
                        .orElse(Map.of()));
        MetricsPage page = new MetricsPage(linger, pushes);
        if (port.isEmpty() || !problems.isEmpty()) {
            return page;
        }
        String host = asked.host.orElse("127.0.0.1");
        try {
            InetAddress address = InetAddress.getByName(host);
            page.server = new MetricsServer(address, port.get());
            out.println("Metrics at " + page.server.url());
            if (!address.isLoopbackAddress()) {
                out.println("NOTE: --metrics-host: " + host
                        + "; anyone who can reach it can read the figures and names of the run without a password.");
            }
            out.flush();
        } catch (UnknownHostException e) {
            problems.add("--metrics-host: " + host + "; must be an address of this machine, like 127.0.0.1.");
        } catch (IOException e) {
            problems.add("--metrics-port: " + port.get() + "; cannot be listened on at " + host + " (" + e.getMessage()
                    + "). Give another, or 0 for any free one.");
        }
        return page;
    }

    private static URI address(String text, int port) {
        try {
            URI url = URI.create(text);
            if (text.matches("https?://.*") && url.getHost() != null && url.getUserInfo() == null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // Its message repeats the whole address.
        }
        throw new IllegalArgumentException(Secrets.withoutPassword(text) + "; must be an address like http://localhost:"
                + port + ", without a user.");
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
        pushes.gateway.ifPresent(url -> all.add(new MetricsPush(url, subject, deliveries)));
        pushes.otlp.ifPresent(url -> all.add(new OtlpPush(url, pushes.otlpHeaders, subject, deliveries)));
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

    /** Stops waiting for further scrapes. */
    void release() {
        if (server != null) {
            server.release();
        }
    }

    /** Waits until the end has been fetched, if requested; then stops listening. */
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
