package dev.dyno.cluster.group;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Message from member to member.
 *
 * @param id of the question, also in its answer; 0 without a question
 */
record WireMessage(Kind kind, long id, byte[] body) {

    private static final int HEAD_BYTES = 1 + Long.BYTES;
    private static final Kind[] KINDS = Kind.values();
    private static final byte[] EMPTY = new byte[0];

    enum Kind {
        MESSAGE('m'),
        REQUEST('q'),
        ANSWER('a'),
        REFUSAL('r'),
        WHAT_TIME('?'),
        TIME('t'),
        GOODBYE('g'),
        HEARD('h');

        /** The first byte of a frame. */
        private final byte code;

        Kind(char code) {
            this.code = (byte) code;
        }

        private static Kind of(byte code) {
            for (final Kind kind : KINDS) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("not a frame: it begins with " + code);
        }
    }

    WireMessage(Kind kind, long id) {
        this(kind, id, EMPTY);
    }

    static WireMessage refusal(long id, String sentence) {
        return new WireMessage(Kind.REFUSAL, id, sentence.getBytes(StandardCharsets.UTF_8));
    }

    static WireMessage time(long id, long ns) {
        return new WireMessage(
                Kind.TIME, id, ByteBuffer.allocate(Long.BYTES).putLong(ns).array());
    }

    /** Whether it may overtake others, and must not wait to share a packet. */
    boolean isUrgent() {
        return kind == Kind.WHAT_TIME || kind == Kind.TIME;
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    long number() {
        return ByteBuffer.wrap(body).getLong();
    }

    byte[] toBytes() {
        return ByteBuffer.allocate(HEAD_BYTES + body.length)
                .put(kind.code)
                .putLong(id)
                .put(body)
                .array();
    }

    /** @throws IllegalArgumentException if the bytes are not a frame */
    static WireMessage read(byte[] bytes, int offset, int length) {
        if (length < HEAD_BYTES) {
            throw new IllegalArgumentException("not a frame: " + length + " bytes");
        }
        final ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
        final Kind kind = Kind.of(in.get());
        final long id = in.getLong();
        final byte[] body = new byte[in.remaining()];
        in.get(body);
        return new WireMessage(kind, id, body);
    }
}
