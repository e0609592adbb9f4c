package dev.dyno.driver.jms;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.Tls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;

/** Finds the cause of a failed connect that the provider does not report ("tried with all available servers"). */
final class JmsReachability {

    private static final int TIMEOUT_MS = 2000;

    private JmsReachability() {}

    /**
     * Fails if the first broker of the URL does not accept connections, or its certificate is wrong; for providers that connect
     * only with the first producer or consumer.
     *
     * @param what the action that then fails, in words
     */
    static void check(String what, ConnectionUrl url, Tls tls) throws DriverException {
        DriverException unreachable = new DriverException(what);
        DriverException explained = explain(unreachable, what, url, tls);
        if (explained != unreachable) {
            throw explained;
        }
    }

    /**
     * The failure with the operating system's message if the first broker of the URL cannot be reached, or with the error of its
     * certificate; otherwise the failure as it is.
     */
    static DriverException explain(DriverException failure, String what, ConnectionUrl url, Tls tls) {
        if (url.authority().isEmpty()) {
            return failure;
        }
        ConnectionUrl.Authority authority = url.authority().get();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(authority.host(), authority.port()), TIMEOUT_MS);
            Optional<String> complaint = url.isEncrypted() ? complaint(socket, authority, tls) : Optional.empty();
            return complaint.isPresent() ? new RefusedException(what + ": " + complaint.get(), failure) : failure;
        } catch (IOException | IllegalArgumentException e) {
            String words = Failures.words(e);
            String said = String.valueOf(failure.getMessage());
            if (said.endsWith(Causes.NOT_LISTENING)) {
                return failure;
            }
            return new DriverException(
                    (said.contains(words) ? said : said + ": " + words) + "; " + Causes.NOT_LISTENING, failure);
        }
    }

    private static Optional<String> complaint(Socket socket, ConnectionUrl.Authority authority, Tls tls) {
        try {
            socket.setSoTimeout(TIMEOUT_MS);
            tls.tryHandshake(socket, authority.host(), authority.port());
            return Optional.empty();
        } catch (DriverException | IOException e) {
            return Tls.complaint(Causes.of(e));
        }
    }
}
