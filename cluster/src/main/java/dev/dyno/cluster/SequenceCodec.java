package dev.dyno.cluster;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Sequences in few bytes: how many there are, then for each run of neighbours the distance from the one before and the length,
 * all in groups of seven bits, deflated. What one of three consumers gets of a queue in turns takes some bytes for thousands.
 */
final class SequenceCodec {

    /** More than any worker gets between two reports; what says that it holds more is damaged. */
    private static final int MAX_COUNT = 1 << 26;

    private SequenceCodec() {}

    /** @param sequences ascending; one may stand there more than once */
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
            // A sequence that comes again lies one below the next: the sign goes to the lowest bit.
            long gap = first - next;
            write(out, (gap << 1) ^ (gap >> 63));
            write(out, end - i);
            next = sequences[end - 1] + 1;
            i = end;
        }
        return deflate(out.toByteArray());
    }

    /** @throws IllegalArgumentException if it was not encoded here */
    static long[] decode(byte[] encoded) {
        if (encoded.length == 0) {
            return new long[0];
        }
        try {
            return decodeInflated(encoded);
        } catch (DataFormatException | BufferUnderflowException e) {
            throw new IllegalArgumentException("deliveries that are told cannot be decoded", e);
        }
    }

    private static long[] decodeInflated(byte[] encoded) throws DataFormatException {
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
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 4 + 16);
            byte[] part = new byte[4096];
            while (!deflater.finished()) {
                out.write(part, 0, deflater.deflate(part));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private static ByteBuffer inflate(byte[] bytes) throws DataFormatException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes);
            byte[] out = new byte[Math.max(64, 4 * bytes.length)];
            int size = 0;
            while (!inflater.finished()) {
                int more = inflater.inflate(out, size, out.length - size);
                size += more;
                if (more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
                    throw new DataFormatException("it ends too early");
                }
                if (size == out.length) {
                    out = Arrays.copyOf(out, 2 * size);
                }
            }
            return ByteBuffer.wrap(out, 0, size);
        } finally {
            inflater.end();
        }
    }
}
