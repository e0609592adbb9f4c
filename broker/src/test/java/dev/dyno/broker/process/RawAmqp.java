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

/** The part of AMQP 1.0, byte by byte, that shows whether a broker serves. */
final class RawAmqp {

    private static final byte[] HEADER = {'A', 'M', 'Q', 'P', 0, 1, 0, 0};
    private static final byte[] SASL_HEADER = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};
    private static final int HEADER_BYTES = 8;

    private RawAmqp() {}

    /** Answer of the broker to the protocol header; the same header if it serves. */
    static byte[] answerToHeader(InetSocketAddress at) throws IOException {
        return answerToHeader(at, Optional.empty());
    }

    /** The same as the other method, by TLS if a context is given. */
    static byte[] answerToHeader(InetSocketAddress at, Optional<SSLContext> tls) throws IOException {
        try (Socket socket = connect(at, tls)) {
            socket.getOutputStream().write(HEADER);
            return socket.getInputStream().readNBytes(HEADER_BYTES);
        }
    }

    static byte[] header() {
        return HEADER.clone();
    }

    /** The code of the SASL outcome for a login by PLAIN: 0 = let in, 1 = wrong user or password. */
    static int loginOutcome(InetSocketAddress at, String user, String password) throws IOException {
        return loginOutcome(at, Optional.empty(), user, password);
    }

    /** The same as the other method, by TLS if a context is given. */
    static int loginOutcome(InetSocketAddress at, Optional<SSLContext> tls, String user, String password)
            throws IOException {
        return outcome(at, tls, "PLAIN", "\0" + user + "\0" + password);
    }

    /** The same code for a client that does not log in. */
    static int anonymousOutcome(InetSocketAddress at, Optional<SSLContext> tls) throws IOException {
        return outcome(at, tls, "ANONYMOUS", "nobody");
    }

    private static int outcome(InetSocketAddress at, Optional<SSLContext> tls, String mechanism, String response)
            throws IOException {
        try (Socket socket = connect(at, tls)) {
            socket.getOutputStream().write(SASL_HEADER);
            InputStream in = socket.getInputStream();
            in.readNBytes(HEADER_BYTES);
            readFrame(in); // The mechanisms on offer.
            socket.getOutputStream().write(init(mechanism, response.getBytes(StandardCharsets.UTF_8)));
            byte[] outcome = readFrame(in);
            // Frame header of 4 after the size, then described list 0x44: 00 53 44 c0 size count 50 code.
            for (int i = 0; i + 1 < outcome.length; i++) {
                if (outcome[i] == 0x50) {
                    return outcome[i + 1];
                }
            }
            throw new IOException("no outcome in the broker's answer");
        }
    }

    private static byte[] init(String mechanism, byte[] response) {
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        list.write(2); // Fields: mechanism, initial response.
        list.write(0xa3);
        list.write(mechanism.length());
        list.writeBytes(mechanism.getBytes(StandardCharsets.US_ASCII));
        list.write(0xa0);
        list.write(response.length);
        list.writeBytes(response);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(new byte[] {0, 0, 0, 0}); // The size, filled in below.
        frame.writeBytes(new byte[] {2, 1, 0, 0}); // Data offset, SASL, channel.
        frame.writeBytes(new byte[] {0, 0x53, 0x41, (byte) 0xc0, (byte) list.size()});
        frame.writeBytes(list.toByteArray());
        byte[] bytes = frame.toByteArray();
        bytes[3] = (byte) bytes.length;
        return bytes;
    }

    private static byte[] readFrame(InputStream in) throws IOException {
        byte[] size = in.readNBytes(4);
        if (size.length < 4) {
            throw new IOException("the broker closed the connection");
        }
        return in.readNBytes(((size[2] & 0xff) << 8 | (size[3] & 0xff)) - 4);
    }

    private static Socket connect(InetSocketAddress at, Optional<SSLContext> tls) throws IOException {
        SocketFactory sockets =
                tls.<SocketFactory>map(SSLContext::getSocketFactory).orElseGet(SocketFactory::getDefault);
        Socket socket = sockets.createSocket(at.getAddress(), at.getPort());
        socket.setSoTimeout(5_000);
        return socket;
    }
}
