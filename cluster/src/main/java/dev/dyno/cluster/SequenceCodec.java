package dev.dyno.cluster;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Compact encoding of sequences: their number, then for each run of neighbours the distance from the previous one and the length,
 * all in groups of seven bits, deflated. If one of three consumers receives every third message of a queue, thousands of
 * sequences take a few bytes.
 */
final class SequenceCodec {

    /** Maximum number of sequences: more than a worker receives between two reports; a larger number means damage. */
    private static final int MAX_COUNT = 1 << 26;

    private SequenceCodec() {}

    /** @param sequences ascending; may contain repetitions */
    static byte[] encode(long[] sequences) {
        if (sequences.length == 0) {
            return new byte[0];
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(64 + sequences.length / 8);
        write(out, sequences.length);
        long next = 0;
        for (int i = 0; i < sequences.length; ) {
            long first = sequences[i];
            int end = i + 1;
            while (end < sequences.length && sequences[end] == sequences[end - 1] + 1) {
                end++;
            }
            // A repeated sequence lies one below the next, so the distance can be negative: the sign goes to the lowest
            // bit.
            long gap = first - next;
            write(out, (gap << 1) ^ (gap >> 63));
            write(out, end - i);
            next = sequences[end - 1] + 1;
            i = end;
        }
        return deflate(out.toByteArray());
    }

    /** @throws IllegalArgumentException if it was not encoded by this class */
    static long[] decode(byte[] encoded) {
        if (encoded.length == 0) {
            return new long[0];
        }
        try {
            return decodeInflated(encoded);
        } catch (DataFormatException | IOException | BufferUnderflowException e) {
            throw new IllegalArgumentException("deliveries that are told cannot be decoded", e);
        }
    }

    private static long[] decodeInflated(byte[] encoded) throws DataFormatException, IOException {
        ByteBuffer in = inflate(encoded);
        long count = read(in);
        if (count < 0 || count > MAX_COUNT) {
            throw new DataFormatException(count + " sequences");
        }
        long[] sequences = new long[(int) count];
        long next = 0;
        int at = 0;
        while (at < sequences.length) {
            long gap = read(in);
            next += (gap >>> 1) ^ -(gap & 1);
            long length = read(in);
            if (length < 1 || length > sequences.length - at || next < 0) {
                throw new DataFormatException("a run of " + length);
            }
            for (long i = 0; i < length; i++) {
                sequences[at++] = next++;
            }
        }
        return sequences;
    }

    private static void write(ByteArrayOutputStream out, long value) {
        long left = value;
        while ((left & ~0x7fL) != 0) {
            out.write((int) ((left & 0x7f) | 0x80));
            left >>>= 7;
        }
        out.write((int) left);
    }

    private static long read(ByteBuffer in) throws DataFormatException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new DataFormatException("a number of more than 64 bits");
    }

    private static byte[] deflate(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 4 + 16);
        try (DeflaterOutputStream deflated = new DeflaterOutputStream(out, deflater)) {
            deflated.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return out.toByteArray();
    }

    private static ByteBuffer inflate(byte[] bytes) throws IOException {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
            return ByteBuffer.wrap(in.readAllBytes());
        }
    }
}
