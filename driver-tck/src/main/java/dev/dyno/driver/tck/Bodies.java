package dev.dyno.driver.tck;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Makes and checks message bodies in which every byte follows from the message number and the size, so that any damage shows. */
final class Bodies {

    /** The smallest body, in bytes. */
    static final int SMALLEST = 48;

    private static final int MARGIN = 8;

    private Bodies() {}

    /** Body of message {@code index}; its array is larger and has an offset, so that a driver must respect position and limit. */
    static ByteBuffer make(long index, int sizeBytes) {
        final ByteBuffer whole = ByteBuffer.allocate(sizeBytes + 3 * MARGIN);
        whole.position(MARGIN);
        final ByteBuffer shifted = whole.slice();
        shifted.position(MARGIN).limit(MARGIN + sizeBytes);
        fill(shifted.duplicate(), index);
        return shifted;
    }

    /** Overwrites a body that has been sent: a driver that still reads it would send rubbish. */
    static void scribble(ByteBuffer body) {
        for (int i = 0; i < body.limit(); i++) {
            body.put(i, (byte) 0xEE);
        }
    }

    /**
     * Number of the message with this body.
     *
     * @throws AssertionError if a byte is not as it was sent
     */
    static long indexOf(byte[] body) {
        if (body.length < SMALLEST) {
            throw new AssertionError("a body of " + body.length + " bytes was never sent");
        }
        final long index = ByteBuffer.wrap(body).getLong();
        final ByteBuffer expected = ByteBuffer.allocate(body.length);
        fill(expected.duplicate(), index);
        final int at = expected.mismatch(ByteBuffer.wrap(body));
        if (at >= 0) {
            throw new AssertionError(
                    "byte " + at + " of " + body.length + " of message " + index + " is not as it was sent");
        }
        return index;
    }

    private static void fill(ByteBuffer body, long index) {
        final SplittableRandom random = new SplittableRandom(index * 31 + body.remaining());
        body.putLong(index);
        while (body.remaining() >= Long.BYTES) {
            body.putLong(random.nextLong());
        }
        while (body.hasRemaining()) {
            body.put((byte) random.nextInt());
        }
    }
}
