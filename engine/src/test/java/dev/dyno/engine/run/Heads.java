package dev.dyno.engine.run;

import dev.dyno.engine.record.Envelope;
import java.nio.ByteBuffer;

/** Messages of nothing but a head, for tests of who reads them. */
public final class Heads {

    private Heads() {}

    /** One of producer 0. */
    @SuppressWarnings("ByteBufferBackingArray") // It is one of an array.
    public static byte[] of(long runId, long sequence, long intendedNs, long sentNs) {
        ByteBuffer body = ByteBuffer.allocate(Envelope.BYTES);
        Envelope.prepare(body, (short) 1, 0, false, runId);
        new Envelope().write(body, sequence, intendedNs, sentNs, 0, 0);
        return body.array();
    }
}
