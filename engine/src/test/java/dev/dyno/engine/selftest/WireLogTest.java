package dev.dyno.engine.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.proxy.Way;
import dev.dyno.engine.run.Heads;
import org.junit.jupiter.api.Test;

class WireLogTest {

    private static final byte[] MESSAGE = Heads.of(77, 0, 3, 5);
    private static final byte[] ANSWER = {1, 2, 3};

    private final WireLog log = new WireLog(intendedNs -> {});

    private void pass(int connection, Way way, byte[] bytes, long readNs, long writtenNs) {
        log.read(connection, way, bytes, bytes.length, readNs).accept(writtenNs);
    }

    @Test
    void messageIsAnsweredByTheFirstBytesThatTheBrokerSentAfterItHadIt() {
        pass(0, Way.TO_SERVER, MESSAGE, 10, 12);
        pass(0, Way.TO_CLIENT, ANSWER, 12, 13);
        pass(0, Way.TO_CLIENT, ANSWER, 14, 16);
        pass(0, Way.TO_CLIENT, ANSWER, 17, 18);
        assertThat(log.passages()).containsEntry(0L, new Passage(3, 5, 10, 12, 16, Passage.NEVER));
    }

    /** The client library sends it once more when its connection has broken. */
    @Test
    void messageThatPassesOnceMoreIsAnsweredThereAndCountsAsOfTheFirst() {
        pass(0, Way.TO_SERVER, MESSAGE, 10, 12);
        pass(1, Way.TO_SERVER, MESSAGE, 1_000, 1_002);
        pass(1, Way.TO_CLIENT, ANSWER, 1_001, 1_003);
        assertThat(log.passages()).containsEntry(0L, new Passage(3, 5, 10, 12, Passage.NEVER, Passage.NEVER));
        pass(1, Way.TO_CLIENT, ANSWER, 1_010, 1_011);
        pass(2, Way.TO_CLIENT, MESSAGE, 1_020, 1_021);
        pass(2, Way.TO_CLIENT, MESSAGE, 1_030, 1_031);
        assertThat(log.passages()).containsEntry(0L, new Passage(3, 5, 10, 12, 1_011, 1_021));
    }

    @Test
    void messageOfAnotherRunIsLeftOut() {
        pass(0, Way.TO_SERVER, MESSAGE, 10, 12);
        pass(0, Way.TO_SERVER, Heads.of(78, 1, 3, 5), 13, 14);
        assertThat(log.passages()).containsOnlyKeys(0L);
    }
}
