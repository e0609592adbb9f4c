package dev.dyno.cluster.group;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Message from member to member.
 *
 * @param id of the question, also in its answer; 0 without a question
 */
@SuppressWarnings("EnumOrdinal") // All members are of one build.
record WireMessage(Kind kind, long id, byte[] body) {

    static final WireMessage HEARTBEAT = new WireMessage(Kind.HEARTBEAT, 0);

    /** Maximum size of a body, in bytes: a larger number is damage, and must not fill the memory. */
    private static final int MAX_BYTES = 1 << 28;

    private static final Kind[] KINDS = Kind.values();

    enum Kind {
        MESSAGE,
        REQUEST,
        ANSWER,
        REFUSAL,
        WHAT_TIME,
        TIME,
        GOODBYE,
        HEARD,
        HEARTBEAT
    }

    WireMessage(Kind kind, long id) {
        this(kind, id, new byte[0]);
    }

    static WireMessage refusal(long id, String sentence) {
        return new WireMessage(Kind.REFUSAL, id, sentence.getBytes(StandardCharsets.UTF_8));
    }

    static WireMessage time(long id, long ns) {
        return new WireMessage(
                Kind.TIME, id, ByteBuffer.allocate(Long.BYTES).putLong(ns).array());
    }

    /** Whether the message may overtake others. */
    boolean isUrgent() {
        return kind == Kind.WHAT_TIME || kind == Kind.TIME;
    }

    boolean isAnswer() {
        return switch (kind) {
            case ANSWER, REFUSAL, TIME, HEARD -> true;
            default -> false;
        };
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    long number() {
        return ByteBuffer.wrap(body).getLong();
    }

    void write(DataOutputStream out) throws IOException {
        out.writeByte(kind.ordinal());
        out.writeLong(id);
        out.writeInt(body.length);
        out.write(body);
    }

    /** @throws IOException also if the bytes are not a message */
    static WireMessage read(DataInputStream in) throws IOException {
        final int kind = in.readUnsignedByte();
        final long id = in.readLong();
        final int length = in.readInt();
        if (kind >= KINDS.length || length < 0 || length > MAX_BYTES) {
            throw new IOException("not a message: kind " + kind + ", " + length + " bytes");
        }
        return new WireMessage(KINDS[kind], id, Handshake.bytes(in, length));
    }
}
