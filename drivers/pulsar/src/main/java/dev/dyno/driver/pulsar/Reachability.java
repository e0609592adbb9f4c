package dev.dyno.driver.pulsar;

import dev.dyno.driver.Causes;
import dev.dyno.driver.DriverException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLException;

/**
 * Checks before connecting that a broker listens and is trusted: otherwise the client library tries for half a minute, and then
 * reports a failure without its cause.
 */
final class Reachability {

    private static final int TIMEOUT_MS = 2000;
    private static final int HANDSHAKE_TIMEOUT_MS = 10_000;

    private Reachability() {}

    /** Returns once one of the hosts accepts connections and, with TLS, has shown a trusted certificate. */
    static void check(PulsarSettings settings) throws DriverException {
        String cannot = "cannot connect to " + settings.url().text();
        DriverException failure = new DriverException(cannot + ": no host");
        for (InetSocketAddress host : settings.url().hosts()) {
            String name = withoutBrackets(host.getHostString());
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(name, host.getPort()), TIMEOUT_MS);
                if (settings.url().encrypted()) {
                    socket.setSoTimeout(HANDSHAKE_TIMEOUT_MS);
                    settings.tls().tryHandshake(socket, name, host.getPort());
                }
                return;
            } catch (IOException e) {
                String advice = e instanceof SSLException
                        ? "check tls.trust, tls.certificate and tls.verify-host"
                        : Causes.NOT_LISTENING;
                failure = Causes.of(e).failure(cannot, Failures::message, each -> advice, each -> false);
            }
        }
        throw failure;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
