package dev.dyno.engine.record;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Finds the heads of messages in one direction of one connection, whatever protocol surrounds them, also if a head is split over
 * several pieces. A head that is compressed or encrypted is not found.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class EnvelopeScanner {

    private final Envelope envelope = new Envelope();

    /** Last bytes of the stream, too few for a head. */
    private ByteBuffer rest = ByteBuffer.allocate(0);

    /**
     * Scans the next piece of the stream: the first {@code length} bytes of the array.
     *
     * @param found receives the heads in the order in which they end, without those of probes; always the same object
     */
    public void scan(byte[] bytes, int length, Consumer<Envelope> found) {
        ByteBuffer all = ByteBuffer.allocate(rest.remaining() + length)
                .put(rest)
                .put(bytes, 0, length)
                .flip();
        int at = 0;
        while (all.limit() - at >= Envelope.BYTES) {
            if (!envelope.readHead(all, at)) {
                at++;
                continue;
            }
            if (!envelope.probe) {
                found.accept(envelope);
            }
            at += Envelope.BYTES;
        }
        rest = all.position(at).slice();
    }
}
