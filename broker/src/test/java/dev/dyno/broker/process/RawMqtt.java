package dev.dyno.broker.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;

/** As much of MQTT 3.1.1 as shows whether a broker serves, byte by byte. */
final class RawMqtt implements AutoCloseable {

    static final int LET_IN = 0;
    static final int NOT_AUTHORISED = 5;

    private static final int HAS_USER = 0x80;
    private static final int HAS_PASSWORD = 0x40;
    private static final int CLEAN_SESSION = 0x02;

    private final Socket socket;
    private final int answer;

    private RawMqtt(Socket socket, int answer) {
        this.socket = socket;
        this.answer = answer;
    }

    /** Connects without a user and hangs up; the return code of the answer. */
    static int connect(InetSocketAddress at, Optional<SSLContext> tls) throws IOException {
        try (RawMqtt client = open(at, tls, "", "")) {
            return client.answer;
        }
    }

    /** @param user empty = nobody logs in */
    static RawMqtt open(InetSocketAddress at, Optional<SSLContext> tls, String user, String password)
            throws IOException {
        SocketFactory sockets = tls.isPresent() ? tls.get().getSocketFactory() : SocketFactory.getDefault();
        Socket socket = sockets.createSocket(at.getAddress(), at.getPort());
        socket.setSoTimeout(5_000);
        ByteArrayOutputStream connect = new ByteArrayOutputStream();
        write(connect, "MQTT");
        connect.write(4); // MQTT 3.1.1
        connect.write(CLEAN_SESSION | (user.isEmpty() ? 0 : HAS_USER | HAS_PASSWORD));
        connect.writeBytes(new byte[] {0, 60}); // Keep alive in s.
        write(connect, "raw");
        if (!user.isEmpty()) {
            write(connect, user);
            write(connect, password);
        }
        send(socket, 0x10, connect);
        byte[] answer = socket.getInputStream().readNBytes(4);
        if (answer.length < 4 || answer[0] != 0x20) {
            throw new IOException("not the answer to a connect");
        }
        return new RawMqtt(socket, answer[3]);
    }

    /** The return code of the broker's answer to the connect. */
    int answer() {
        return answer;
    }

    /** Subscribes, publishes, and returns what comes back. */
    String echo(String topic, String words) throws IOException {
        ByteArrayOutputStream subscribe = new ByteArrayOutputStream();
        subscribe.writeBytes(new byte[] {0, 1});
        write(subscribe, topic);
        subscribe.write(0);
        send(socket, 0x82, subscribe);
        InputStream in = socket.getInputStream();
        in.readNBytes(5); // That it is subscribed.
        ByteArrayOutputStream publish = new ByteArrayOutputStream();
        write(publish, topic);
        publish.writeBytes(words.getBytes(StandardCharsets.UTF_8));
        send(socket, 0x30, publish);
        in.read();
        byte[] packet = in.readNBytes(in.read());
        return new String(packet, 2 + topic.length(), words.length(), StandardCharsets.UTF_8);
    }

    private static void write(ByteArrayOutputStream out, String words) {
        byte[] bytes = words.getBytes(StandardCharsets.UTF_8);
        out.write(bytes.length >> 8);
        out.write(bytes.length);
        out.writeBytes(bytes);
    }

    /** A packet of less than 128 bytes. */
    private static void send(Socket socket, int type, ByteArrayOutputStream rest) throws IOException {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(type);
        packet.write(rest.size());
        packet.writeBytes(rest.toByteArray());
        socket.getOutputStream().write(packet.toByteArray());
        socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
