package dev.dyno.cli.options;

import dev.dyno.app.execute.MetricsPage;
import dev.dyno.app.plan.Problems;
import dev.dyno.driver.Secrets;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.config.HelpPart;
import dev.dyno.report.metrics.OtlpPush;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for serving the figures of a run, and for sending them to other tools. */
@InHelp(HelpPart.OUTPUT)
public final class MetricsOptions {

    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description =
                    "Serve the figures of the run, during the run, at http://127.0.0.1:PORT/metrics for Prometheus;"
                            + " 0 = any free port, which is printed. Default: they are not served.")
    Optional<String> port = Optional.empty();

    @Option(
            names = "--metrics-host",
            paramLabel = "ADDRESS",
            description = "Serve them at this address of this machine; 0.0.0.0 = at every address. Default: 127.0.0.1.")
    Optional<String> host = Optional.empty();

    @Option(
            names = "--metrics-linger",
            paramLabel = "TIME",
            description =
                    "After the end of the last run, serve its result until it is fetched, at most this long, for example 30s. Default: no"
                            + " longer than the run.")
    Optional<String> linger = Optional.empty();

    @Option(
            names = "--metrics-push",
            paramLabel = "URL",
            description = "Push the figures and verdict of each run to this Pushgateway when it has ended, for example"
                    + " http://localhost:9091. Default: they are not pushed.")
    Optional<String> push = Optional.empty();

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            description = "Send the figures of each run every 5 s, and with its verdict at its end, to this receiver of"
                    + " OpenTelemetry (OTLP over HTTP, JSON), for example http://localhost:4318. Default:"
                    + " OTEL_EXPORTER_OTLP_ENDPOINT; without it they are not sent.")
    Optional<String> otlp = Optional.empty();

    @Option(
            names = "--otlp-headers",
            paramLabel = "NAME=VALUE,...",
            description =
                    "Headers of these requests, encoded as in a URL. They are safer in OTEL_EXPORTER_OTLP_HEADERS than"
                            + " here. Default: those, or none.")
    Optional<String> otlpHeaders = Optional.empty();

    /** Begins to listen, if requested and there are no errors, and prints the address. */
    public MetricsPage open(Problems problems, PrintWriter out) {
        refuseWithoutPort("--metrics-host", host, problems);
        refuseWithoutPort("--metrics-linger", linger, problems);
        long lingerNs = problems.parse("--metrics-linger", linger.orElse("0"), Units::parseDurationNs, 0L);
        Optional<Integer> asked =
                port.map(text -> (int) problems.number("--metrics-port", text, 0, MAX_PORT, "0 = any free one."));
        MetricsPage page = new MetricsPage(
                Duration.ofNanos(lingerNs),
                push.map(text -> problems.parse("--metrics-push", text, url -> address(url, 9091), URI.create(""))),
                otlp.map(text -> problems.parse("--otlp", text, url -> address(url, 4318), URI.create(""))),
                otlpHeaders
                        .map(text ->
                                problems.parse("--otlp-headers", text, OtlpPush::headers, Map.<String, String>of()))
                        .orElse(Map.of()));
        if (asked.isPresent() && problems.isEmpty()) {
            listen(page, asked.get(), problems, out);
        }
        return page;
    }

    private void refuseWithoutPort(String option, Optional<String> given, Problems problems) {
        problems.addIf(
                port.isEmpty() && given.isPresent(),
                option + ": has no effect without --metrics-port. Give that, or leave it out.");
    }

    private void listen(MetricsPage page, int asked, Problems problems, PrintWriter out) {
        String name = host.orElse("127.0.0.1");
        try {
            InetAddress address = InetAddress.getByName(name);
            out.println("Metrics at " + page.listen(address, asked));
            if (!address.isLoopbackAddress()) {
                out.println("NOTE: --metrics-host: " + name
                        + "; anyone who can reach it can read the figures and names of the run without a password.");
            }
            out.flush();
        } catch (UnknownHostException e) {
            problems.add("--metrics-host: " + name + "; must be an address of this machine, like 127.0.0.1.");
        } catch (IOException e) {
            problems.add("--metrics-port: " + asked + "; cannot be listened on at " + name + " (" + e.getMessage()
                    + "). Give another, or 0 for any free one.");
        }
    }

    private static URI address(String text, int port) {
        try {
            URI url = URI.create(text);
            if (text.matches("https?://.*") && url.getHost() != null && url.getUserInfo() == null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // The message of the exception repeats the whole address.
        }
        throw new IllegalArgumentException(Secrets.withoutPassword(text) + "; must be an address like http://localhost:"
                + port + ", without a user.");
    }
}
