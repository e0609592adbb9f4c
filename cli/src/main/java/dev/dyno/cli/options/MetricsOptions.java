package dev.dyno.cli.options;

import dev.dyno.app.execute.MetricsPage;
import dev.dyno.model.config.HelpPart;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for fetching the figures of a run during it. */
@InHelp(HelpPart.OUTPUT)
public final class MetricsOptions {

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

    public MetricsPage.Asked asked() {
        return new MetricsPage.Asked(port, host, linger, push, otlp, otlpHeaders);
    }
}
