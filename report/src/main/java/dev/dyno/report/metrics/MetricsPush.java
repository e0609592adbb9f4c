package dev.dyno.report.metrics;

import dev.dyno.model.result.RunResult;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Map;

/**
 * Sends the figures of one run, with its verdict, to a Pushgateway when the run has ended: nobody may have fetched them from a
 * short run.
 */
public final class MetricsPush extends RunMetrics {

    private static final int MOST_MILLIS = 10_000;
    private static final int MOST_BYTES = 65_536;

    private final URI url;

    /** @param url URL of a Pushgateway; one without a path gets the path of a group for this run */
    public MetricsPush(URI url, Subject subject, int deliveries) {
        super(subject, deliveries);
        this.url = url.getPath().length() <= 1 ? url.resolve("/metrics/job/dyno/run/" + subject.run()) : url;
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        super.onResult(result);
        ExpositionFormatWriter writer = ExpositionFormats.init().getPrometheusTextFormatWriter();
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        writer.write(text, collect());
        send(url, "PUT", Map.of("Content-Type", writer.getContentType()), text.toByteArray());
    }

    /**
     * @return the answer, at most {@value #MOST_BYTES} bytes of it
     * @throws IOException with a sentence, if the receiver does not accept the request
     */
    static byte[] send(URI url, String method, Map<String, String> headers, byte[] body) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
        connection.setRequestMethod(method);
        headers.forEach(connection::setRequestProperty);
        connection.setConnectTimeout(MOST_MILLIS);
        connection.setReadTimeout(MOST_MILLIS);
        connection.setDoOutput(true);
        // A redirect would be followed by a GET, without the figures and with the headers.
        connection.setInstanceFollowRedirects(false);
        String answer;
        try {
            connection.getOutputStream().write(body);
            answer = connection.getResponseCode() + " " + connection.getResponseMessage();
            if (answer.startsWith("2")) {
                return connection.getInputStream().readNBytes(MOST_BYTES);
            }
        } catch (IOException e) {
            throw new IOException(url + ": " + e.getMessage() + ".", e);
        } finally {
            connection.disconnect();
        }
        throw new IOException(url + " answered " + answer + ".");
    }
}
