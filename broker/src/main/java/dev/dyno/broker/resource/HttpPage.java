package dev.dyno.broker.resource;

import dev.dyno.driver.TimeSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/**
 * HTTP page that is read repeatedly, within a deadline. User and password in the address are sent as basic authentication, and
 * are never shown. One thread at a time.
 */
final class HttpPage {

    private static final int MAX_BYTES = 16 << 20;
    private static final int MIN_WAIT_MILLIS = 1;

    private final URI uri;
    private final TimeSource time;
    private final Optional<String> authorization;

    /** @param address http or https, with a host */
    HttpPage(URI address, TimeSource time) {
        this.time = time;
        authorization = Optional.ofNullable(address.getRawUserInfo())
                .map(user -> URLDecoder.decode(user.replace("+", "%2B"), StandardCharsets.UTF_8))
                .map(user -> "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)));
        uri = withoutUser(address);
    }

    /** The address without user and password, to show and store. */
    static URI withoutUser(URI address) {
        return URI.create(address.toString().replaceFirst("^(https?://)[^/?#]*@", "$1"));
    }

    /** Another page of the same server, for the same user. */
    HttpPage resolve(String path) {
        return new HttpPage(this, path);
    }

    private HttpPage(HttpPage other, String path) {
        String base = other.uri.toString();
        uri = URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
        time = other.time;
        authorization = other.authorization;
    }

    @Override
    public String toString() {
        return uri.toString();
    }

    /** @throws ProbeException with a sentence without the address */
    String get(String accept, long deadlineNs) throws ProbeException {
        return exchange(accept, Optional.empty(), deadlineNs);
    }

    /** @throws ProbeException with a sentence without the address */
    String post(String json, long deadlineNs) throws ProbeException {
        return exchange("application/json", Optional.of(json), deadlineNs);
    }

    private String exchange(String accept, Optional<String> json, long withinNs) throws ProbeException {
        long deadlineNs = time.nanoTime() + withinNs;
        HttpURLConnection connection = null;
        boolean whole = false;
        try {
            connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setConnectTimeout(millisTo(deadlineNs));
            connection.setReadTimeout(millisTo(deadlineNs));
            connection.setInstanceFollowRedirects(false);
            connection.setRequestProperty("Accept", accept);
            // Some management pages answer only requests with an origin of the same server.
            connection.setRequestProperty("Origin", uri.getScheme() + "://" + uri.getRawAuthority());
            if (authorization.isPresent()) {
                connection.setRequestProperty("Authorization", authorization.get());
            }
            if (json.isPresent()) {
                connection.setRequestMethod("POST");
                connection.setDoOutput(true);
                connection.setRequestProperty("Content-Type", "application/json");
                connection.getOutputStream().write(json.get().getBytes(StandardCharsets.UTF_8));
            }
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new ProbeException("it answers with status " + status + reason(status));
            }
            connection.setReadTimeout(millisTo(deadlineNs));
            String text = body(connection.getInputStream(), deadlineNs);
            whole = true;
            return text;
        } catch (SocketTimeoutException e) {
            throw late(withinNs);
        } catch (ConnectException e) {
            throw new ProbeException("nobody listens there (" + e.getMessage() + ")", e);
        } catch (UnknownHostException e) {
            throw new ProbeException("the host is not known", e);
        } catch (IOException e) {
            throw new ProbeException("it is no page (" + e.getClass().getSimpleName() + ": " + e.getMessage() + ")", e);
        } finally {
            if (connection != null && !whole) {
                connection.disconnect(); // The rest of a half-read page would disturb the next request.
            }
        }
    }

    private static ProbeException late(long withinNs) {
        return new ProbeException("it did not answer within " + withinNs / 1_000_000 + " ms");
    }

    private static String reason(int status) {
        return switch (status) {
            case HttpURLConnection.HTTP_UNAUTHORIZED ->
                ": put user and password into the address, like http://user:password@host";
            case HttpURLConnection.HTTP_FORBIDDEN -> ": this user lacks the permission";
            case HttpURLConnection.HTTP_NOT_FOUND -> ": there is no such page";
            default -> "";
        };
    }

    private int millisTo(long deadlineNs) {
        return (int) Math.max(MIN_WAIT_MILLIS, (deadlineNs - time.nanoTime()) / 1_000_000);
    }

    /** Reads the body within the deadline; the timeout of a connection applies to each read, not to all of them. */
    private String body(InputStream in, long deadlineNs) throws IOException, ProbeException {
        try (in) {
            ByteArrayOutputStream body = new ByteArrayOutputStream(1 << 16);
            byte[] buffer = new byte[1 << 14];
            int read;
            while ((read = in.read(buffer)) >= 0) {
                body.write(buffer, 0, read);
                if (body.size() > MAX_BYTES) {
                    throw new ProbeException(
                            String.format(Locale.ROOT, "it has more than %d MiB, which is too much", MAX_BYTES >> 20));
                }
                if (time.nanoTime() > deadlineNs) {
                    throw new SocketTimeoutException("the deadline is over");
                }
            }
            return body.toString(StandardCharsets.UTF_8);
        }
    }
}
