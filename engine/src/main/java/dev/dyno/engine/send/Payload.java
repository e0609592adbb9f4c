package dev.dyno.engine.send;

import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.HostClock;
import dev.dyno.model.workload.SizeDistribution;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * Message body whose bytes behind the head are made once: then only the head is written for each message, and the checksum of the
 * rest is known beforehand.
 *
 * <p>Assumptions and guarantees: the bytes behind the head are never changed; one thread at a time writes heads.
 */
public final class Payload {

    private static final String PRINTABLE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private static final int MAX_PIECE = 4096;

    private static final int NOBODY = -1;

    private final ByteBuffer body;
    private final int smallest;
    /** CRC of the bytes behind the head, by body size minus the smallest size. */
    private final int[] crcBySize;

    /** The producer that the head was last prepared for; {@link #NOBODY} at first. */
    private int preparedFor = NOBODY;

    /** Makes random bytes for bodies of these sizes. */
    public Payload(SizeDistribution sizes, BodyType type, long seed) {
        this(sizes, type, 0, seed);
    }

    /** @param compressibility share of each body that compresses away */
    public Payload(SizeDistribution sizes, BodyType type, double compressibility, long seed) {
        this(random(sizes, type, compressibility, seed), sizes.min());
    }

    /** A body that is always sent whole. */
    public Payload(byte[] whole) {
        this(whole, whole.length);
    }

    private Payload(byte[] bytes, int smallest) {
        body = ByteBuffer.wrap(bytes);
        this.smallest = smallest;
        crcBySize = new int[bytes.length - smallest + 1];
        CRC32C crc = new CRC32C();
        crc.update(bytes, Envelope.BYTES, smallest - Envelope.BYTES);
        crcBySize[0] = (int) crc.getValue();
        for (int i = 1; i < crcBySize.length; i++) {
            crc.update(bytes[smallest + i - 1]);
            crcBySize[i] = (int) crc.getValue();
        }
    }

    /**
     * Makes bytes in pieces as large as the smallest body, but at most {@value #MAX_PIECE}: random bytes, then one repeated byte.
     * Every second piece is reversed, so that bodies of all sizes, and all parts of a large body, have about the same share of
     * both. The head counts as {@link Envelope#INCOMPRESSIBLE_BYTES} random bytes.
     */
    private static byte[] random(SizeDistribution sizes, BodyType type, double compressibility, long seed) {
        byte[] bytes = new byte[sizes.max()];
        SplittableRandom random = new SplittableRandom(seed);
        if (type == BodyType.BYTES) {
            random.nextBytes(bytes);
        } else {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) PRINTABLE.charAt(random.nextInt(PRINTABLE.length()));
            }
        }
        int piece = Math.min(sizes.min(), MAX_PIECE);
        int incompressible = (int) Math.round(piece * (1 - compressibility));
        int behindHead = Envelope.BYTES + Math.max(0, incompressible - Envelope.INCOMPRESSIBLE_BYTES);
        byte repeated = (byte) (type == BodyType.BYTES ? 0 : PRINTABLE.charAt(0));
        fill(bytes, behindHead, piece, repeated);
        for (long at = piece; at < bytes.length; at += 2L * piece) {
            fill(bytes, at, at + piece - incompressible, repeated);
            fill(bytes, at + piece + incompressible, at + 2L * piece, repeated);
        }
        return bytes;
    }

    /** Fills a range, cut off at the end of the array. */
    private static void fill(byte[] bytes, long from, long to, byte with) {
        if (from < Math.min(to, bytes.length)) {
            Arrays.fill(bytes, (int) from, (int) Math.min(to, bytes.length), with);
        }
    }

    /** Buffer with a body of the largest size, whose head is still to be written. Each call returns this one buffer. */
    public ByteBuffer body() {
        return body;
    }

    /** The body with the constant part of the producer's head, written again if another producer used the body last. */
    ByteBuffer bodyFor(int producer, long runId) {
        if (preparedFor != producer) {
            Envelope.prepare(body, HostClock.ID, producer, false, runId);
            preparedFor = producer;
        }
        return body;
    }

    /** CRC-32C of the bytes behind the envelope in a body of the given size. */
    public int crcOfRest(int size) {
        return crcBySize[size - smallest];
    }
}
