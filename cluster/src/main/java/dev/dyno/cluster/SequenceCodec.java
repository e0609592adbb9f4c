package dev.dyno.cluster;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Compact encoding of sequences: their number, then for each run of neighbours the distance from the previous one and the length,
 * deflated. If one of three consumers receives every third message of a queue, thousands of sequences take a few bytes.
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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 + sequences.length / 8);
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new DeflaterOutputStream(bytes)))) {
            out.writeInt(sequences.length);
            long next = 0;
            for (int i = 0; i < sequences.length; ) {
                int end = i + 1;
                while (end < sequences.length && sequences[end] == sequences[end - 1] + 1) {
                    end++;
                }
                // The distance is negative for a repeated sequence, which lies one below the next.
                out.writeLong(sequences[i] - next);
                out.writeInt(end - i);
                next = sequences[end - 1] + 1;
                i = end;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** @throws IllegalArgumentException if it was not encoded by this class */
    static long[] decode(byte[] encoded) {
        if (encoded.length == 0) {
            return new long[0];
        }
        try (DataInputStream in = new DataInputStream(
                new BufferedInputStream(new InflaterInputStream(new ByteArrayInputStream(encoded))))) {
            int count = in.readInt();
            if (count < 0 || count > MAX_COUNT) {
                throw new IOException(count + " sequences");
            }
            long[] sequences = new long[count];
            long next = 0;
            for (int at = 0; at < count; ) {
                next += in.readLong();
                int length = in.readInt();
                if (length < 1 || length > count - at || next < 0) {
                    throw new IOException("a run of " + length);
                }
                for (int i = 0; i < length; i++) {
                    sequences[at++] = next++;
                }
            }
            // Reads to the end of the data, where the inflater checks the checksum.
            if (in.read() >= 0) {
                throw new IOException("more than " + count + " sequences");
            }
            return sequences;
        } catch (IOException e) {
            throw new IllegalArgumentException("reported deliveries cannot be decoded", e);
        }
    }
}
