package dev.dyno.broker.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** As much of the protocol of NATS as shows whether a server serves; its words are lines of text. */
final class RawNats implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader in;

    private RawNats(Socket socket, BufferedReader in) {
        this.socket = socket;
        this.in = in;
    }

    /**
     * @param tls empty = without
     * @param options in JSON, such as a user
     */
    static RawNats connect(InetSocketAddress at, Optional<SSLContext> tls, String options) throws Exception {
        Socket plain = new Socket(at.getAddress(), at.getPort());
        plain.setSoTimeout(5_000);
        // One byte at a time, as what follows may be encrypted.
        StringBuilder greeting = new StringBuilder();
        for (int c = plain.getInputStream().read();
                c >= 0 && c != '\n';
                c = plain.getInputStream().read()) {
            greeting.append((char) c);
        }
        if (!greeting.toString().startsWith("INFO {")) {
            throw new IOException("the server greets with " + greeting);
        }
        Socket socket = tls.isEmpty()
                ? plain
                : tls.get().getSocketFactory().createSocket(plain, "localhost", at.getPort(), true);
        RawNats nats = new RawNats(
                socket, new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
        nats.write("CONNECT {\"verbose\":false,\"pedantic\":false" + options + "}\r\n");
        return nats;
    }

    /** {@code PONG} if the server has let us in, otherwise its words. */
    String ping() throws IOException {
        write("PING\r\n");
        return line();
    }

    /** The body of the first answer to a message. */
    String request(String subject, String body) throws IOException {
        write("SUB answers 1\r\nPUB " + subject + " answers " + body.length() + "\r\n" + body + "\r\n");
        String head = line();
        return head.startsWith("MSG ") ? line() : head;
    }

    /** Without the server's own pings, which come whenever it likes. */
    private String line() throws IOException {
        String line = in.readLine();
        while ("PING".equals(line)) {
            line = in.readLine();
        }
        return Optional.ofNullable(line).orElse("(closed)");
    }

    private void write(String words) throws IOException {
        socket.getOutputStream().write(words.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
