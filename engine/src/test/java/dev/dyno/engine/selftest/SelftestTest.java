package dev.dyno.engine.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.sim.NullDriver;
import dev.dyno.driver.sim.SimDriver;
import dev.dyno.engine.drivers.Drivers;
import dev.dyno.engine.proxy.Way;
import dev.dyno.engine.run.Heads;
import dev.dyno.engine.selftest.Selftest.Length;
import dev.dyno.model.pace.SystemTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The self-test finds nothing wrong with the real parts. Where the broker is not the one that the self-test has asked for, the
 * numbers are untrue in its eyes, and it must say so.
 */
class SelftestTest {

    private static final Drivers HONEST =
            (target, time) -> (target.driver().equals("null") ? new NullDriver() : new SimDriver())
                    .open(new ClientSpec(target.url(), target.credentials(), target.properties(), time));

    @AutoClose
    private final SystemTime time = new SystemTime();

    private final List<String> lines = new ArrayList<>();
    private final Findings findings = new Findings(lines::add);
    private static final byte[] MESSAGE = Heads.of(77, 0, 3, 5);
    private static final byte[] ANSWER = {1, 2, 3};

    private final WireLog log = new WireLog(intendedNs -> {});

    /** The simulated broker with one setting changed, if it has that. */
    private static Drivers where(String key, String instead) {
        return (target, time) -> {
            Map<String, String> script = new HashMap<>(target.properties());
            script.replace(key, instead);
            return new SimDriver().open(new ClientSpec(target.url(), target.credentials(), script, time));
        };
    }

    private List<String> untruths(Drivers drivers, BiConsumer<SelftestRunner, Findings> check) {
        check.accept(new SelftestRunner(drivers, time, SystemTime::prepareThread), findings);
        return findings.untruths();
    }

    private static void checkWork(SelftestRunner runner, Findings findings) {
        new LatencyCheck(runner, Length.QUICK, findings).checkWork();
    }

    private static void checkStalls(SelftestRunner runner, Findings findings) {
        new LatencyCheck(runner, Length.QUICK, findings).checkStalls();
    }

    private static void checkLedger(SelftestRunner runner, Findings findings) {
        new LedgerCheck(runner, findings).run();
    }

    @Tag("timing")
    @Test
    void theRealPartsTellTheTruth() {
        List<String> untruths = new Selftest(HONEST, time, SystemTime::prepareThread, Length.QUICK, lines::add).run();
        assertThat(untruths).isEmpty();
        assertThat(lines).filteredOn(line -> line.contains("  ok")).hasSize(19);
    }

    @Tag("timing")
    @Test
    void completionsThatComeEarlyAreFound() {
        assertThat(untruths(where("service", "4900us"), SelftestTest::checkWork))
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("send-ack, least: 4.9")
                        .contains("ms came back where the broker took at least 5.000 ms"));
        // Every message of a busy machine may come 100 us late, but hardly a whole millisecond.
        assertThat(untruths(where("service", "4ms"), SelftestTest::checkWork))
                .anySatisfy(sentence -> assertThat(sentence).startsWith("send-ack, p50: "))
                .anySatisfy(sentence -> assertThat(sentence).startsWith("response, least: "));
    }

    @Tag("slow")
    @Test
    void completionsThatComeLateEachTimeAreFound() {
        assertThat(untruths(where("service", "300ms"), SelftestTest::checkWork))
                .anySatisfy(sentence -> assertThat(sentence)
                        .matches("send-ack, p50: (299|3\\d\\d)\\..* in the last of 3 tries as in those before.*"));
    }

    @Tag("timing")
    @Test
    void deliveriesThatComeEarlyAreFound() {
        assertThat(untruths(where("delivery", "2900us"), SelftestTest::checkWork))
                .isNotEmpty()
                .allSatisfy(sentence -> assertThat(sentence)
                        .matches("(transfer|end-to-end), (least|p50): .* took at least 8\\.000 ms.*"));
    }

    @Tag("timing")
    @Test
    void stallsThatAreHiddenAreFound() {
        assertThat(untruths(where("stall", "never"), SelftestTest::checkStalls))
                .hasSize(7)
                .contains(
                        "send-ack: 0 messages took over 250 ms, and the broker stood still 1 times with one message in"
                                + " it; both must be the same.")
                .anySatisfy(sentence -> assertThat(sentence).startsWith("response, p99: "))
                .anySatisfy(sentence -> assertThat(sentence).startsWith("end-to-end, p99.9: "));
    }

    @Tag("slow")
    @Test
    void messagesThatAreLostBesidesAreFound() {
        Drivers losesMore = where("lose", "every 900");
        assertThat(untruths(losesMore, SelftestTest::checkLedger))
                .singleElement()
                .satisfies(sentence -> assertThat(sentence)
                        .startsWith("lose: the ledger says ")
                        .contains(" and the truth is "));
    }

    @Tag("slow")
    @Test
    void messagesThatTheNullDriverLosesAreFound() {
        Drivers lossy = (target, clock) -> new SimDriver()
                .open(new ClientSpec(
                        target.url().replace("null:", "sim:"),
                        target.credentials(),
                        Map.of("lose", "every 10"),
                        clock));
        assertThat(untruths(lossy, (runner, found) -> new CostCheck(runner, Length.QUICK, found).run()))
                .hasSize(2)
                .allSatisfy(sentence -> assertThat(sentence).contains("to a broker that loses none"));
    }

    @Tag("slow")
    @Test
    void aRunThatFailsIsAnUntruth() {
        assertThat(untruths(where("service", "for ever"), SelftestTest::checkWork))
                .isNotEmpty()
                .allSatisfy(sentence -> assertThat(sentence)
                        .contains("service: \"for ever\"; must be")
                        .doesNotEndWith(".."));
    }

    private void pass(int connection, Way way, byte[] bytes, long readNs, long writtenNs) {
        log.read(connection, way, bytes, bytes.length, readNs).accept(writtenNs);
    }

    @Test
    void messageIsAnsweredByTheFirstBytesThatTheBrokerSentAfterItHadIt() {
        pass(0, Way.TO_SERVER, MESSAGE, 10, 12);
        pass(0, Way.TO_CLIENT, ANSWER, 12, 13);
        pass(0, Way.TO_CLIENT, ANSWER, 14, 16);
        pass(0, Way.TO_CLIENT, ANSWER, 17, 18);
        assertThat(log.passages()).containsEntry(0L, new Passage(3, 5, 10, 16, Passage.NEVER));
    }

    /** The client library sends it once more when its connection has broken. */
    @Test
    void messageThatPassesOnceMoreIsAnsweredThereAndCountsAsOfTheFirst() {
        pass(0, Way.TO_SERVER, MESSAGE, 10, 12);
        pass(1, Way.TO_SERVER, MESSAGE, 1_000, 1_002);
        pass(1, Way.TO_CLIENT, ANSWER, 1_001, 1_003);
        assertThat(log.passages()).containsEntry(0L, new Passage(3, 5, 10, Passage.NEVER, Passage.NEVER));
        pass(1, Way.TO_CLIENT, ANSWER, 1_010, 1_011);
        pass(2, Way.TO_CLIENT, MESSAGE, 1_020, 1_021);
        pass(2, Way.TO_CLIENT, MESSAGE, 1_030, 1_031);
        assertThat(log.passages()).containsEntry(0L, new Passage(3, 5, 10, 1_011, 1_021));
    }

    @Test
    void messageOfAnotherRunIsLeftOut() {
        pass(0, Way.TO_SERVER, MESSAGE, 10, 12);
        pass(0, Way.TO_SERVER, Heads.of(78, 1, 3, 5), 13, 14);
        assertThat(log.passages()).containsOnlyKeys(0L);
    }
}
