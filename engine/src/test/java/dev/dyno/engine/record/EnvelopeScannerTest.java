package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.engine.send.Payload;
import dev.dyno.model.workload.SizeDistribution;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("ByteBufferBackingArray") // The bodies of these tests are arrays.
class EnvelopeScannerTest {

    private static final int MESSAGES = 50;

    private final EnvelopeScanner scanner = new EnvelopeScanner();
    private final List<Long> found = new ArrayList<>();

    /** A stream of messages of 48 bytes and more, with noise between them that has the magic in it. */
    private static byte[] stream(boolean probe) {
        Random random = new Random(3);
        Payload payload = new Payload(new SizeDistribution.Range(48, 300), BodyType.BYTES, 5);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < MESSAGES; i++) {
            byte[] noise = new byte[random.nextInt(40)];
            random.nextBytes(noise);
            out.writeBytes(noise);
            out.writeBytes(new byte[] {(byte) 0xD7, 1});
            int size = 48 + random.nextInt(200);
            ByteBuffer body = payload.body();
            Envelope.prepare(body, (short) 1, 4, probe, 77);
            new Envelope().write(body, i, 10L * i, 10L * i + 1, payload.crcOfRest(size));
            out.write(body.array(), body.arrayOffset(), size);
        }
        return out.toByteArray();
    }

    private void scan(byte[] stream, int chunkBytes) {
        for (int from = 0; from < stream.length; from += chunkBytes) {
            int length = Math.min(chunkBytes, stream.length - from);
            // A buffer that is used again, as that of a socket is.
            byte[] buffer = Arrays.copyOf(Arrays.copyOfRange(stream, from, from + length), chunkBytes + 5);
            scanner.scan(buffer, length, (runId, producer, sequence, intendedNs, sentNs) -> {
                assertThat(runId).isEqualTo(77);
                assertThat(producer).isEqualTo(4);
                assertThat(intendedNs).isEqualTo(10 * sequence);
                assertThat(sentNs).isEqualTo(10 * sequence + 1);
                found.add(sequence);
            });
            Arrays.fill(buffer, (byte) 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 47, 48, 49, 1_000, 1_000_000})
    void everyMessageIsFoundOnceWhereverTheStreamIsCut(int chunkBytes) {
        scan(stream(false), chunkBytes);
        assertThat(found).isEqualTo(LongStream.range(0, MESSAGES).boxed().toList());
    }

    @Test
    void probesAreLeftOut() {
        scan(stream(true), 100);
        assertThat(found).isEmpty();
    }

    @Test
    void aHeadWithAChangedBitIsNone() {
        byte[] stream = stream(false);
        ByteBuffer bytes = ByteBuffer.wrap(stream);
        Envelope envelope = new Envelope();
        int at = 0;
        while (!envelope.readHead(bytes, at) || envelope.sequence != 20) {
            at++;
        }
        stream[at + 30] ^= 1;
        scan(stream, 500);
        assertThat(found).hasSize(MESSAGES - 1).doesNotContain(20L);
    }
}
