package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.FindingText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of the network between the clients and an Artemis that is there already, with what they must show by arithmetic. */
class NetworkFaultsTest extends OnManagedBroker {

    private static final long MS = 1_000_000;

    @AutoClose
    private static ManagedBroker broker;

    private static String url = "";

    @TempDir
    private Path folder = Path.of("");

    private Ran ran = new Ran(-1, "", "");

    @BeforeAll
    static void startBroker() throws BrokerException, InterruptedException {
        broker = new BrokerLauncher(Path.of(BuiltDyno.HOME)).start(BrokerSpec.of("artemis"));
        url = broker.url("artemis");
    }

    private RunResult result(String options) throws IOException {
        ran = type("client --warmup 0 --url " + url + " " + options).ended(Exit.GOOD);
        RunResult result = stored().result();
        assertThat(result.ledger().lost()).isZero();
        assertThat(result.ledger().delivered()).isPositive();
        return result;
    }

    /** Least and median of a latency in a second of the load, in ms. */
    private long[] ms(int second, Latency latency) throws IOException {
        Histogram histogram =
                stored().intervals().get(second).latencies().get(latency).orElseThrow();
        return new long[] {histogram.getMinValue() / MS, histogram.getValueAtPercentile(50) / MS};
    }

    /** A round trip is two delays; so is the way over the broker to a consumer. */
    @Test
    @Tag("timing")
    void aDelayOf50MsEachWayAdds100MsAndEnds() throws IOException {
        RunResult result =
                result("--rate 100 --max-pending 1000 --message-count 400 --at 1s delay=50ms:2s queue://DELAY");
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("delay=50ms", "delay=off");
        assertThat(result.ledger().delivered()).isEqualTo(400);
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END)) {
            assertThat(ms(0, latency)[1]).as(ran.out()).isLessThan(50);
            assertThat(ms(2, latency)[0]).as(ran.out()).isGreaterThanOrEqualTo(99);
            assertThat(ms(2, latency)[1]).as(ran.out()).isLessThan(150);
            assertThat(ms(3, latency)[1]).as(ran.out()).isLessThan(50);
        }
        assertThat(result.semantics().facts()).containsEntry("broker network", "through a proxy of Dyno");
        assertThat(result.verdict().notes())
                .extracting(FindingText.FLAGS::of)
                .anyMatch(note -> note.startsWith("All connections went through a proxy in Dyno's process"));
        assertThat(result.configured().values().toString()).contains(url);
    }

    /** 1,000,000 bytes a second are 97.7 messages of 10,240; confirmations are for 64 KiB, six messages more or less. */
    @Test
    @Tag("nightly")
    void aBandwidthOf1MbBounds10KibMessagesAtNearly100() throws IOException {
        result("--rate 300 --message-size 10240 --max-pending 20 --duration 6 --at 1s bandwidth=1MB/s queue://NARROW");
        List<Interval> seconds = stored().intervals();
        assertThat(seconds.get(0).counts().acknowledged()).isGreaterThan(150);
        double perSecond = seconds.subList(3, 6).stream()
                .mapToLong(second -> second.counts().acknowledged())
                .average()
                .orElseThrow();
        assertThat(perSecond).as(ran.out()).isBetween(65.0, 102.0);
    }

    @Test
    @Tag("timing")
    void aCutIsAnOutageOfItsLengthAndBreaksNothing() throws IOException {
        FaultResult cut = result("--rate 100 --max-pending 1000 --duration 4 --reconnect --at 1s cut:2s queue://CUT")
                .faults()
                .get(0);
        assertThat(cut.action()).isEqualTo("cut");
        assertThat(cut.publish().orElseThrow().seconds()).isBetween(1.9, 2.6);
        assertThat(cut.consume().orElseThrow().seconds()).isBetween(1.9, 2.6);
        assertThat(cut.reconnects().broken()).isZero();
    }

    /**
     * Artemis keeps the consumers of broken connections, with their messages, as long as these may stay silent. Each break may take
     * the six messages that are in flight, and the load lasts long enough to send the others late.
     */
    @Test
    void aResetBreaksConnectionsAndTheyAreRestored() throws IOException {
        RunResult result =
                result("--rate 50 --duration 8 --max-pending 6 --reconnect --reconnect-delay 50ms --at 1s reset"
                        + " --at 2s reset:500ms --at 5s reset:one --driver-property connectionTTL=3000"
                        + " --driver-property clientFailureCheckPeriod=1000 queue://RESET");
        assertThat(result.ledger().delivered()).isGreaterThan(380);
        List<FaultResult> faults = result.faults();
        assertThat(faults).extracting(FaultResult::action).containsExactly("reset", "reset:500ms", "reset:one");
        assertThat(faults).extracting(fault -> fault.reconnects().restored()).allMatch(number -> number > 0);
        assertThat(faults.get(1).publish().orElseThrow().seconds()).isBetween(0.45, 2.0);
    }

    @Test
    @Tag("nightly")
    void withoutReconnectingAResetFailsTheRun() {
        type("client --url " + url + " --rate 100 --duration 3 --at 1s reset queue://GONE")
                .ended(Exit.FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "pulsar"})
    @Tag("nightly")
    void brokersThatAdvertiseTheirAddressAdvertiseTheProxy(String kind) throws IOException {
        Path file = Files.writeString(folder.resolve("faults.yaml"), """
                producers: { to: queue://Q, rate: 100/s, max-pending: 1000 }
                consumers: { from: queue://Q }
                phases: { measure: 10s }
                faults: [5s delay=50ms:3s, 9s reset]
                reconnect: true
                """);
        ran = run("run", "--broker", kind, file.toString()).ended(Exit.GOOD);
        for (Latency latency : List.of(Latency.RESPONSE, Latency.END_TO_END)) {
            assertThat(ms(7, latency)[0]).as(ran.out()).isGreaterThanOrEqualTo(99);
        }
        assertThat(stored().result().faults()).extracting(FaultResult::action).contains("reset");
    }

    @Test
    void anAdvertisedBrokerThatIsThereAlreadyIsRefused() {
        type("client --url kafka://127.0.0.1:9 --duration 3 --at 1s cut:1s queue://Q")
                .refused(
                        "the client of driver kafka connects to the address that the broker advertises, past any proxy");
    }
}
