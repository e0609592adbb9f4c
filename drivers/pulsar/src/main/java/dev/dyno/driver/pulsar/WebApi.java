package dev.dyno.driver.pulsar;

import dev.dyno.driver.DriverException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;

/** HTTP API of the broker, for requests that its binary protocol does not have. Blocks. */
record WebApi(PulsarSettings settings) {

    private static final int TIMEOUT_MS = 5000;
    private static final int CONFLICT = 409;
    private static final Pattern REASON = Pattern.compile("\"reason\"\\s*:\\s*\"(.*?)\"");

    private record Answer(int status, String text) {

        boolean isGood() {
            return status / 100 == 2;
        }

        /** HTTP status, and the reason if the broker gave one. */
        String words() {
            Matcher reason = REASON.matcher(text);
            return "HTTP status " + status + (reason.find() ? ": " + reason.group(1) : "");
        }
    }

    /**
     * Creates a topic with partitions; an existing one stays as it is.
     *
     * @throws DriverException if the broker refuses, or there is no such API at that URL
     */
    void createPartitions(String topic, int partitions) throws DriverException {
        change(
                "PUT",
                "/admin/v2/" + topic.replace("://", "/") + "/partitions",
                Integer.toString(partitions),
                "cannot create " + topic + " with " + partitions + " partitions",
                "partitions are created over HTTP");
    }

    /**
     * Changes something at the broker. If it exists already, that counts as done.
     *
     * @param cannot beginning of the failure's sentence
     * @param because reason why the broker is asked over HTTP, in words
     * @throws DriverException if the broker refuses, or there is no such API at that URL
     */
    void change(String method, String path, String body, String cannot, String because) throws DriverException {
        try {
            Answer answer = call(method, path, body);
            if (!answer.isGood() && answer.status() != CONFLICT) {
                throw new DriverException(cannot + ": " + answer.words());
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new DriverException(
                    cannot + ": " + settings.webUrl() + ": " + Failures.words(e) + "; " + because
                            + ", give its address as pulsar.web-url",
                    e);
        }
    }

    /** Answer of the broker to a question; empty if it refuses, or cannot be asked. */
    Optional<String> ask(String path) {
        try {
            Answer answer = call("GET", path, "");
            return answer.isGood() ? Optional.of(answer.text().strip()) : Optional.empty();
        } catch (IOException | DriverException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Number of entries of a subscription that were not acknowledged; empty if the broker cannot be asked, or has no such
     * subscription.
     */
    OptionalLong backlog(String topic, boolean partitioned, String subscription) {
        String path = "/admin/v2/" + topic.replace("://", "/")
                + (partitioned ? "/partitioned-stats?perPartition=false&" : "/stats?")
                + "getPreciseBacklog=true";
        Pattern backlog = Pattern.compile(
                "\"subscriptions\"\\s*:.*?" + Pattern.quote("\"" + subscription + "\"")
                        + "\\s*:\\s*\\{.*?\"msgBacklog\"\\s*:\\s*([0-9]+)",
                Pattern.DOTALL);
        return ask(path)
                .map(backlog::matcher)
                .filter(Matcher::find)
                .map(found -> OptionalLong.of(Long.parseLong(found.group(1))))
                .orElse(OptionalLong.empty());
    }

    private Answer call(String method, String path, String body) throws IOException, DriverException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(settings.webUrl() + path).toURL().openConnection();
        if (connection instanceof HttpsURLConnection encrypted) {
            encrypted.setSSLSocketFactory(settings.tls().context().getSocketFactory());
            if (!settings.tls().verifyHost()) {
                encrypted.setHostnameVerifier((host, session) -> true);
            }
        }
        connection.setConnectTimeout(TIMEOUT_MS);
        connection.setReadTimeout(TIMEOUT_MS);
        connection.setRequestMethod(method);
        Optional<String> authorization = authorization();
        if (authorization.isPresent()) {
            connection.setRequestProperty("Authorization", authorization.get());
        }
        if (!body.isEmpty()) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        try (InputStream answer = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            // The stream is null if the answer has no body.
            return new Answer(status, answer == null ? "" : new String(answer.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private Optional<String> authorization() {
        if (settings.token().isPresent()) {
            return Optional.of("Bearer " + settings.token().get());
        }
        return settings.credentials()
                .map(credentials -> "Basic "
                        + Base64.getEncoder()
                                .encodeToString((credentials.user() + ":" + credentials.password())
                                        .getBytes(StandardCharsets.UTF_8)));
    }
}
