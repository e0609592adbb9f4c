package dev.dyno.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceCodecTest {

    private static void comesBack(long... sequences) {
        assertThat(SequenceCodec.decode(SequenceCodec.encode(sequences))).containsExactly(sequences);
    }

    @Test
    void sequencesComeBackAsTheyWere() {
        comesBack();
        comesBack(0);
        comesBack(0, 1, 2, 3);
        comesBack(7, 8, 10, 1L << 40, (1L << 40) + 1, Long.MAX_VALUE - 1);
        comesBack(5, 5, 5, 6, 6, 7, 8, 8);
        comesBack(0, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyMixtureComesBack(int seed) {
        Random random = new Random(seed);
        long[] sequences = LongStream.generate(() -> random.nextInt(20_000))
                .limit(10_000)
                .sorted()
                .toArray();
        comesBack(sequences);
    }

    @Test
    void whatOneOfThreeConsumersGetsInTurnsTakesFewBytes() {
        long[] everyThird = LongStream.range(0, 100_000).map(i -> 3 * i).toArray();
        assertThat(SequenceCodec.encode(everyThird).length).isLessThan(3_000);
    }

    @Test
    void whatIsDamagedIsRefused() throws IOException {
        byte[] good = SequenceCodec.encode(new long[] {1, 2, 3, 9, 12});
        for (byte[] bad : new byte[][] {{1, 2, 3}, Arrays.copyOf(good, good.length - 3), countOf(Integer.MAX_VALUE)}) {
            assertThatThrownBy(() -> SequenceCodec.decode(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("reported deliveries cannot be decoded");
        }
    }

    /** A count without the sequences. */
    private static byte[] countOf(int count) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeInt(count);
        }
        return bytes.toByteArray();
    }
}
