package dev.dyno.engine.record;

import dev.dyno.model.workload.Limits;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The head of every message body, {@value #BYTES} bytes, big endian:
 *
 * <pre>
 *  0  short  magic and format version
 *  2  short  clock: id of the clock of the two times, 0 = unknown
 *  4  int    producer, with the kind of message in the sign: negative = probe
 *  8  long   run id
 * 16  short  Dyno's own part of the delay from intended to sent: ns, see {@link #encoded}
 * 18  6 B    sequence of the producer, from 0
 * 24  long   intended time, ns
 * 32  long   sent time, ns
 * 40  int    CRC-32C of the rest of the body
 * 44  int    checksum of the bytes 0 to 43
 * </pre>
 *
 * <p>The head's checksum is computed for each message, so it must be fast: each word is multiplied by an odd number of its own,
 * and the sum of the products is mixed. A change within one word always changes the sum; the 32 bits kept of it stay the same
 * once in four billion times. The CRC of the rest is known to the sender beforehand.
 *
 * <p>Heads of the previous format, which had no own delay and a sequence of 8 bytes, are read, too.
 *
 * <p>One object is a cursor over one body at a time. Assumptions and guarantees: used by one thread at a time; allocates
 * nothing after its construction.
 */
public final class Envelope {

    /** Size of the smallest body, in bytes. */
    public static final int BYTES = Limits.MIN_MESSAGE_BYTES;

    /**
     * Size of a head after compression among others of the same producer, in bytes: the checksums, and the changing parts of
     * sequence and times. Measured with gzip, at 1,000 to 1,000,000 messages a second.
     */
    public static final int INCOMPRESSIBLE_BYTES = 20;

    private static final short MAGIC = (short) 0xD702;
    private static final short MAGIC_BEFORE = (short) 0xD701;
    private static final int RUN_ID_AT = 8;
    private static final int CRC_OF_REST_AT = 40;
    private static final int CHECKSUM_AT = 44;
    private static final int SEQUENCE_BITS = 48;

    /** Bits of the fraction of an own delay: it is exact below 2,048 ns, and less than 0.1 % too small from there on. */
    private static final int FRACTION_BITS = 10;

    private final CRC32C crc = new CRC32C();

    public short clock;
    public int producer;
    public boolean probe;
    public long runId;
    public long sequence;
    public long intendedNs;
    public long sentNs;
    public long ownDelayNs;

    /**
     * Writes the head of a body whose constant parts {@link #prepare} has written.
     *
     * @param sequenceNumber below 2<sup>48</sup>
     * @param ownDelay at least 0
     */
    public void write(ByteBuffer body, long sequenceNumber, long intended, long sent, long ownDelay, int crcOfRest) {
        body.putLong(16, encoded(ownDelay) << SEQUENCE_BITS | sequenceNumber);
        body.putLong(24, intended);
        body.putLong(32, sent);
        body.putInt(CRC_OF_REST_AT, crcOfRest);
        body.putInt(CHECKSUM_AT, checksumOf(body, 0));
    }

    /** The highest bits of a number, at most eleven, plus 1,024 for each lower bit that is cut off: at most 16 bits. */
    private static long encoded(long ns) {
        int cut = Math.max(0, Long.SIZE - 1 - FRACTION_BITS - Long.numberOfLeadingZeros(ns));
        return ((long) cut << FRACTION_BITS) + (ns >>> cut);
    }

    private static long decoded(long code) {
        long cut = Math.max(0, (code >>> FRACTION_BITS) - 1);
        return (code - (cut << FRACTION_BITS)) << cut;
    }

    /** Writes the parts of the head that are constant for a producer. */
    public static void prepare(ByteBuffer body, short clock, int producer, boolean probe, long runId) {
        body.putShort(0, MAGIC);
        body.putShort(2, clock);
        body.putInt(4, probe ? ~producer : producer);
        body.putLong(8, runId);
    }

    /**
     * Reads a received body into the fields.
     *
     * @return false if it is not an undamaged message of ours; the fields are undefined then
     */
    public boolean read(ByteBuffer body) {
        int start = body.position();
        int length = body.remaining();
        return length >= BYTES
                && readHead(body, start)
                && body.getInt(start + CRC_OF_REST_AT) == crcOf(body, start + BYTES, length - BYTES);
    }

    /**
     * Whether a body that {@link #read} refuses is a damaged message of ours: its head or the rest matches its checksum. A body
     * of another program matches by chance once in a billion times.
     */
    public boolean wasOurs(ByteBuffer body) {
        int start = body.position();
        int length = body.remaining();
        if (length < BYTES) {
            return false;
        }
        return body.getInt(start + CHECKSUM_AT) == checksumOf(body, start, withMagic(body.getLong(start)))
                || (length > BYTES
                        && body.getInt(start + CRC_OF_REST_AT) == crcOf(body, start + BYTES, length - BYTES));
    }

    /** Run id in a head that may be damaged otherwise; empty if the body is too short to have one. */
    public static OptionalLong runIdOf(ByteBuffer body) {
        return body.remaining() < RUN_ID_AT + Long.BYTES
                ? OptionalLong.empty()
                : OptionalLong.of(body.getLong(body.position() + RUN_ID_AT));
    }

    private static long withMagic(long firstWord) {
        return (firstWord & 0x0000FFFFFFFFFFFFL) | ((long) MAGIC << 48);
    }

    /**
     * Reads a head into the fields, without checking the bytes behind it.
     *
     * @param start index of the head; at least {@value #BYTES} bytes begin there
     * @return false if there is no head of ours; the fields are undefined then
     */
    boolean readHead(ByteBuffer bytes, int start) {
        short magic = bytes.getShort(start);
        if ((magic != MAGIC && magic != MAGIC_BEFORE)
                || bytes.getInt(start + CHECKSUM_AT) != checksumOf(bytes, start)) {
            return false;
        }
        clock = bytes.getShort(start + 2);
        int who = bytes.getInt(start + 4);
        probe = who < 0;
        producer = probe ? ~who : who;
        runId = bytes.getLong(start + 8);
        long both = bytes.getLong(start + 16);
        sequence = both & (1L << SEQUENCE_BITS) - 1;
        ownDelayNs = decoded(both >>> SEQUENCE_BITS);
        intendedNs = bytes.getLong(start + 24);
        sentNs = bytes.getLong(start + 32);
        return true;
    }

    private static int checksumOf(ByteBuffer body, int start) {
        return checksumOf(body, start, body.getLong(start));
    }

    /** The factors are odd numbers without pattern: from the bits of square roots. */
    private static int checksumOf(ByteBuffer body, int start, long firstWord) {
        long sum = firstWord * 0x6A09E667F3BCC909L
                + body.getLong(start + 8) * 0xBB67AE8584CAA73BL
                + body.getLong(start + 16) * 0x3C6EF372FE94F82BL
                + body.getLong(start + 24) * 0x7311C2812425CFA1L
                + body.getLong(start + 32) * 0xA54FF53A5F1D36F1L
                + body.getInt(start + CRC_OF_REST_AT) * 0xD413CCCFE7799211L;
        sum = (sum ^ sum >>> 32) * 0x9E3779B97F4A7C15L;
        return (int) (sum >>> 32);
    }

    private int crcOf(ByteBuffer body, int from, int length) {
        if (length == 0) {
            return 0;
        }
        crc.reset();
        crc.update(body.array(), body.arrayOffset() + from, length);
        return (int) crc.getValue();
    }
}
