package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Finds the reason of a failed connect where the provider keeps it to itself ("tried with all available servers"). */
final class Reachability {

    private static final int TIMEOUT_MS = 2000;

    private Reachability() {}

    /**
     * Fails if the first broker of the URL does not accept connections; for providers that connect with the first
     * producer or consumer only.
     */
    static void check(ConnectionUrl url) throws DriverException {
        DriverException unreachable = new DriverException("cannot connect to " + Secrets.withoutPassword(url.text()));
        DriverException explained = explain(unreachable, url);
        if (explained != unreachable) {
            throw explained;
        }
    }

    /** The failure, with the operating system's words if the first broker of the URL cannot be reached. */
    static DriverException explain(DriverException failure, ConnectionUrl url) {
        if (url.authority().isEmpty()) {
            return failure;
        }
        ConnectionUrl.Authority authority = url.authority().get();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(authority.host(), authority.port()), TIMEOUT_MS);
            return failure;
        } catch (IOException | IllegalArgumentException e) {
            String words = Failures.words(e);
            String said = String.valueOf(failure.getMessage());
            return new DriverException(
                    (said.contains(words) ? said : said + ": " + words)
                            + "; is the broker running and listening there?",
                    failure);
        }
    }
}
