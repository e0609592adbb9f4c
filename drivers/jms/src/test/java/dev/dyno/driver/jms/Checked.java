package dev.dyno.driver.jms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.tck.Inbox;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Checks bodies that carry their number and a checksum over themselves. */
final class Checked implements DeliveryListener {

    private static final int HEAD = 16;

    private final Inbox arrivals = new Inbox();
    private final ByteBuffer nothing = ByteBuffer.allocate(0);
    private long corrupt;
    private long reordered;
    private long next;

    /** A body of a length of its own. */
    static ByteBuffer fill(ByteBuffer body, int number) {
        int length = HEAD + number * 31 % (body.capacity() - HEAD);
        body.clear();
        Arrays.fill(body.array(), body.arrayOffset() + HEAD, body.arrayOffset() + length, (byte) (number * 7));
        body.putLong(8, number).limit(length);
        body.putLong(0, checksum(body));
        return body;
    }

    private static long checksum(ByteBuffer body) {
        CRC32 crc = new CRC32();
        crc.update(body.array(), body.arrayOffset() + body.position() + 8, body.remaining() - 8);
        return crc.getValue();
    }

    @Override
    public void onMessage(ByteBuffer body) {
        if (body.remaining() < HEAD || body.getLong(body.position()) != checksum(body)) {
            corrupt++;
        } else if (body.getLong(body.position() + 8) != next++) {
            reordered++;
        }
        arrivals.onMessage(nothing);
    }

    /** All have come, each as it was, in their order. */
    void assertIntact(int count) throws InterruptedException {
        assertThat(arrivals.await(count)).hasSize(count);
        assertThat(corrupt).isZero();
        assertThat(reordered).isZero();
    }
}
