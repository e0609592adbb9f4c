package dev.dyno.broker.process;

import dev.dyno.broker.log.BrokerLog;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Checks whether a broker is ready. A condition that has held once is not checked again. */
final class ReadinessProbe {

    private static final int TIMEOUT_MILLIS = 1_000;
    private static final int ANSWER_BYTES = 4_096;
    private static final int OK = 200;

    private final Readiness ready;
    private final InetAddress host;
    private final BrokerLog log;
    private boolean logHeld;
    private boolean tcpHeld;
    private boolean httpHeld;

    /**
     * @param ready with its placeholders filled in
     * @param host listen address
     */
    ReadinessProbe(Readiness ready, InetAddress host, BrokerLog log) {
        this.ready = ready;
        this.host = host;
        this.log = log;
    }

    /** Checks now; takes up to a few seconds if the port is open but does not answer. */
    boolean holds() {
        if (!logHeld) {
            logHeld =
                    ready.log().isEmpty() || isInLog(Pattern.compile(ready.log().get()));
        }
        if (logHeld && !tcpHeld) {
            tcpHeld = ready.tcp().isEmpty() || answers(ready.tcp().get());
        }
        if (tcpHeld && !httpHeld) {
            httpHeld = ready.http().isEmpty() || isThere(ready.http().get());
        }
        return httpHeld;
    }

    private boolean isInLog(Pattern pattern) {
        try {
            Optional<String> line = log.line(pattern.asPredicate());
            return line.isPresent();
        } catch (IOException e) {
            return false; // There is no log yet.
        }
    }

    private boolean answers(Readiness.Handshake handshake) {
        Pattern expected = Pattern.compile(handshake.expect(), Pattern.DOTALL);
        StringBuilder answer = new StringBuilder();
        try (Socket socket = connect(handshake)) {
            socket.getOutputStream().write(handshake.send().getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[ANSWER_BYTES];
            Matcher matcher = expected.matcher(answer);
            while (!matcher.reset().lookingAt() && answer.length() < ANSWER_BYTES) {
                int read = in.read(buffer);
                if (read < 0) {
                    return false;
                }
                answer.append(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
            }
            return matcher.reset().lookingAt();
        } catch (IOException e) {
            return false;
        }
    }

    private Socket connect(Readiness.Handshake handshake) throws IOException {
        Socket socket = new Socket();
        try {
            InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(handshake.port()));
            socket.connect(address, TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return handshake.tls().equals("true") ? encrypted(socket) : socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private static boolean isThere(String url) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection(Proxy.NO_PROXY);
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            try {
                return connection.getResponseCode() == OK;
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return false;
        }
    }

    private static Socket encrypted(Socket socket) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AnyCertificate()}, new SecureRandom());
            return context.getSocketFactory()
                    .createSocket(socket, socket.getInetAddress().getHostAddress(), socket.getPort(), true);
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS is not available: " + e.getMessage(), e);
        }
    }

    /**
     * Accepts every certificate: the probe connects to the broker that we have just started, at its listen address on this
     * machine.
     */
    private static final class AnyCertificate implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
