package dev.dyno.report.metrics;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.Reporter;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Sends the figures of one run, with its verdict, to a Pushgateway when the run has ended: nobody may have fetched them from a
 * short run.
 */
public final class MetricsPush implements Reporter {

    private static final Duration MOST = Duration.ofSeconds(10);
    private static final int SUCCESS = 2;
    private static final int HUNDREDS = 100;

    private final URI url;
    private final RunMetrics run;

    /** @param url of a Pushgateway, whose group is then the run; one with a path is taken as it is */
    public MetricsPush(URI url, Subject subject, int deliveries) {
        String path = url.getPath();
        this.url = path == null || path.length() <= 1 ? url.resolve("/metrics/job/dyno/run/" + subject.run()) : url;
        this.run = new RunMetrics(subject, deliveries);
    }

    @Override
    public void onInterval(Interval interval) {
        run.onInterval(interval);
    }

    @Override
    public void onResources(ResourceSample sample) {
        run.onResources(sample);
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        run.onResult(result);
        ExpositionFormatWriter writer = ExpositionFormats.init().getPrometheusTextFormatWriter();
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        writer.write(text, run.collect());
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(MOST)
                .header("Content-Type", writer.getContentType())
                .PUT(HttpRequest.BodyPublishers.ofByteArray(text.toByteArray()))
                .build();
        try {
            HttpResponse<String> answer = HttpClient.newBuilder()
                    .connectTimeout(MOST)
                    .build()
                    .send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / HUNDREDS != SUCCESS) {
                throw new IOException(url + " answered " + answer.statusCode() + " "
                        + answer.body().strip().lines().findFirst().orElse(""));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(url + ": interrupted", e);
        } catch (IOException e) {
            throw e.getMessage() == null ? new IOException(url + ": nobody answers there (" + e + ")", e) : e;
        }
    }
}
