package dev.dyno.load;

import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.workload.SizeDistribution;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * The bytes behind the envelope: random, made once, the same for every message of a size, so that a message costs no more
 * than its head and its checksum is known beforehand.
 *
 * <p>Assumptions and guarantees: immutable; usable from any thread.
 */
final class Payload {

    private static final String PRINTABLE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private final byte[] bytes;
    private final int smallest;
    /** CRC of the rest of a body, by its size minus the smallest. */
    private final int[] crcBySize;

    Payload(SizeDistribution sizes, BodyType type, long seed) {
        bytes = new byte[sizes.max()];
        SplittableRandom random = new SplittableRandom(seed);
        if (type == BodyType.BYTES) {
            random.nextBytes(bytes);
        } else {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) PRINTABLE.charAt(random.nextInt(PRINTABLE.length()));
            }
        }
        smallest = sizes.min();
        crcBySize = new int[sizes.max() - smallest + 1];
        CRC32C crc = new CRC32C();
        crc.update(bytes, Envelope.BYTES, smallest - Envelope.BYTES);
        crcBySize[0] = (int) crc.getValue();
        for (int i = 1; i < crcBySize.length; i++) {
            crc.update(bytes[smallest + i - 1]);
            crcBySize[i] = (int) crc.getValue();
        }
    }

    /** A body of the largest size, for one loop to write heads into. */
    ByteBuffer newBody() {
        return ByteBuffer.wrap(bytes.clone());
    }

    /** CRC-32C of what follows the envelope in a body of that size. */
    int crcOfRest(int size) {
        return crcBySize[size - smallest];
    }
}
