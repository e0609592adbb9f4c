package dev.dyno.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.engine.send.Payload;
import dev.dyno.model.workload.SizeDistribution;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("ByteBufferBackingArray") // The bodies of these tests are arrays.
class EnvelopeTest {

    private static final short CLOCK = -7;

    private final Envelope envelope = new Envelope();
    private static final int MESSAGES = 50;

    private final EnvelopeScanner scanner = new EnvelopeScanner();
    private final List<Long> found = new ArrayList<>();

    private static ByteBuffer message(int size, boolean probe) {
        Payload payload = new Payload(new SizeDistribution.Range(48, Math.max(size, 100)), BodyType.BYTES, 5);
        ByteBuffer body = payload.body();
        Envelope.prepare(body, CLOCK, 12_345, probe, 0xFEDC_BA98_7654_3210L);
        new Envelope().write(body, 1L << 40, -3, Long.MAX_VALUE, 0, payload.crcOfRest(size));
        return body.limit(size);
    }

    @ParameterizedTest
    @CsvSource({"48, false", "48, true", "49, false", "100, false", "100000, true"})
    void whatIsWrittenIsReadBack(int size, boolean probe) {
        assertThat(envelope.read(message(size, probe))).isTrue();
        assertThat(envelope.clock).isEqualTo(CLOCK);
        assertThat(envelope.producer).isEqualTo(12_345);
        assertThat(envelope.probe).isEqualTo(probe);
        assertThat(envelope.runId).isEqualTo(0xFEDC_BA98_7654_3210L);
        assertThat(envelope.sequence).isEqualTo(1L << 40);
        assertThat(envelope.intendedNs).isEqualTo(-3);
        assertThat(envelope.sentNs).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aBodyIsReadFromItsPositionInAnArrayOfOthers() {
        byte[] bytes = new byte[200];
        Arrays.fill(bytes, (byte) 0x55);
        ByteBuffer message = message(60, false);
        message.get(0, bytes, 33, 60);
        ByteBuffer body = ByteBuffer.wrap(bytes, 30, 100).slice().position(3).limit(63);
        assertThat(envelope.read(body)).isTrue();
        assertThat(envelope.producer).isEqualTo(12_345);
        assertThat(body.position()).isEqualTo(3);
        assertThat(body.limit()).isEqualTo(63);
    }

    @ParameterizedTest
    @ValueSource(ints = {48, 49, 130})
    void everyFlippedBitIsFound(int size) {
        ByteBuffer body = message(size, false);
        for (int bit = 0; bit < 8 * size; bit++) {
            flip(body, bit);
            assertThat(envelope.read(body)).as("bit %d of %d", bit, 8 * size).isFalse();
            flip(body, bit);
        }
        assertThat(envelope.read(body)).isTrue();
    }

    private static void flip(ByteBuffer body, int bit) {
        body.put(bit / 8, (byte) (body.get(bit / 8) ^ 1 << bit % 8));
    }

    @Test
    void everyTruncationAndEveryAdditionIsFound() {
        ByteBuffer body = message(99, false);
        for (int length = 0; length < 99; length++) {
            assertThat(envelope.read(body.limit(length)))
                    .as("%d bytes of 99", length)
                    .isFalse();
        }
        assertThat(envelope.read(body.limit(100))).isFalse();
        assertThat(envelope.read(body.limit(99))).isTrue();
    }

    /** Up to the largest number, with an error below 0.1 %, and beside the largest sequence. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1_023, 1_024, 2_047, 2_049, 1_000_003, 59_999_999_999L, Long.MAX_VALUE})
    void ownDelayIsReadBackWithinAThousandth(long ownDelayNs) {
        Payload payload = new Payload(SizeDistribution.fixed(48), BodyType.BYTES, 5);
        ByteBuffer body = payload.body();
        Envelope.prepare(body, CLOCK, 1, false, 1);
        new Envelope().write(body, (1L << 48) - 1, 0, 0, ownDelayNs, payload.crcOfRest(48));
        assertThat(envelope.read(body)).isTrue();
        assertThat(envelope.sequence).isEqualTo((1L << 48) - 1);
        assertThat(envelope.ownDelayNs)
                .isLessThanOrEqualTo(ownDelayNs)
                .isGreaterThanOrEqualTo(ownDelayNs < 1_024 ? ownDelayNs : (long) (0.999 * ownDelayNs));
    }

    /** A head as the version before wrote it: another mark, a sequence of eight bytes, and no own delay. */
    @Test
    void headOfTheFormatBeforeIsRead() {
        byte[] head = HexFormat.of()
                .parseHex("d701fff900003039fedcba987654321000000100000000000000000000000064000000000000006e00000000");
        ByteBuffer body = ByteBuffer.allocate(48).put(head).putInt(-646028673).flip();
        assertThat(envelope.read(body)).isTrue();
        assertThat(envelope.sequence).isEqualTo(1L << 40);
        assertThat(envelope.intendedNs).isEqualTo(100);
        assertThat(envelope.sentNs).isEqualTo(110);
        assertThat(envelope.ownDelayNs).isZero();
    }

    @Test
    void payloadsHaveTheChecksumOfEachSize() {
        Payload payload = new Payload(SizeDistribution.parse("60:1, 48:1, 300:1"), BodyType.BYTES, 9);
        byte[] body = payload.body().array();
        assertThat(body).hasSize(300);
        for (int size = 48; size <= 300; size++) {
            CRC32C crc = new CRC32C();
            crc.update(body, 48, size - 48);
            assertThat(payload.crcOfRest(size)).as("of %d bytes", size).isEqualTo((int) crc.getValue());
        }
    }

    @Test
    void textPayloadsArePrintableBehindTheHead() {
        byte[] body = new Payload(SizeDistribution.fixed(2_000), BodyType.TEXT, 9)
                .body()
                .array();
        String text = new String(body, 48, body.length - 48, StandardCharsets.ISO_8859_1);
        assertThat(text).matches("[A-Za-z0-9_-]{1952}");
    }

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
            new Envelope().write(body, i, 10L * i, 10L * i + 1, 0, payload.crcOfRest(size));
            out.write(body.array(), body.arrayOffset(), size);
        }
        return out.toByteArray();
    }

    private void scan(byte[] stream, int chunkBytes) {
        for (int from = 0; from < stream.length; from += chunkBytes) {
            int length = Math.min(chunkBytes, stream.length - from);
            // A buffer that is used again, as that of a socket is.
            byte[] buffer = Arrays.copyOf(Arrays.copyOfRange(stream, from, from + length), chunkBytes + 5);
            scanner.scan(buffer, length, head -> {
                assertThat(head.runId).isEqualTo(77);
                assertThat(head.producer).isEqualTo(4);
                assertThat(head.intendedNs).isEqualTo(10 * head.sequence);
                assertThat(head.sentNs).isEqualTo(10 * head.sequence + 1);
                found.add(head.sequence);
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
