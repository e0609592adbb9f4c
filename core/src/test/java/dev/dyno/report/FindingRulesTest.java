package dev.dyno.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.result.FaultResult;
import dev.dyno.result.Latency;
import dev.dyno.result.LedgerCounts;
import dev.dyno.result.Outage;
import dev.dyno.result.Reconnects;
import dev.dyno.result.ResourceSample;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class FindingRulesTest {

    private static final long MS = Seconds.MS;

    private static Seconds fourStalls() {
        Seconds seconds = new Seconds();
        for (int i = 0; i < 4; i++) {
            seconds.ordinary(59).stalled(210);
        }
        return seconds;
    }

    private static Histogram times(int number, long ns) {
        Histogram histogram = Samples.histogram();
        histogram.recordValueWithCount(ns, number);
        return histogram;
    }

    private static Outage outage(long fromMs, long toMs) {
        return new Outage(fromMs * MS, toMs * MS, true);
    }

    private static FaultResult fault(String action, long atMs, Outage outage, long inDoubt) {
        Optional<Outage> all = Optional.of(outage);
        return new FaultResult(action, atMs * MS, atMs * MS, MS, all, all, all, all, inDoubt, 0, 0, Reconnects.NONE);
    }

    /** 840 of 240,000 messages are late: one in 286, so the 99.9th percentile is theirs and the 99th is not. */
    @Test
    void percentileThatStallsSetIsNamed() {
        assertThat(fourStalls().findings("stalls"))
                .containsExactly(
                        "The 99.9th percentile of end-to-end time, 150 ms, is set by 4 stalls of 210 ms, one every 60"
                                + " s. Without the seconds in which they happened it would be about 1.15 ms. Nothing that was sampled"
                                + " explains them.");
    }

    @Test
    void stallsAreToldWithWhatHappenedInTheSameSecond() {
        Seconds seconds = fourStalls();
        for (int at : new int[] {59, 119, 179}) {
            seconds.sample(ResourceSample.BROKER, at, Map.of("gc-seconds", 0.2));
        }
        // Too short to explain 210 ms.
        seconds.sample(ResourceSample.BROKER, 239, Map.of("gc-seconds", 0.1));

        assertThat(seconds.findings("stalls"))
                .singleElement()
                .asString()
                .endsWith(
                        "it would be about 1.15 ms. 3 of 4 fell together with a garbage collection or another stop of the"
                                + " broker's JVM.");
    }

    @Test
    void oneStallIsToldWithItsSecondAndTheFaultThatMadeIt() {
        assertThat(new Seconds()
                        .ordinary(30)
                        .stalled(900)
                        .ordinary(29)
                        .faults(fault("pause", 30_000, outage(30_010, 30_910), 0))
                        .findings("stalls"))
                .containsExactly(
                        "The 99th percentile of end-to-end time, 300 ms, is set by 1 stall of 900 ms, at 30 s. Without"
                                + " the seconds in which they happened it would be about 1.15 ms. It fell together with a fault of the"
                                + " broker.");
    }

    @Test
    void steadyRunHasNoFindingOfStalls() {
        assertThat(new Seconds().ordinary(120).findings("stalls")).isEmpty();
    }

    @Test
    void loadGeneratorThatIsFullIsTheLimit() {
        assertThat(new Seconds().ordinary(20).worker(3.88, 0.99).findings("limited-by-generator"))
                .containsExactly("Limited by the load generator: it used 3.88 of 4 processors.");
        assertThat(new Seconds().ordinary(20).worker(3.7, 0.94).findings("limited-by-generator"))
                .isEmpty();
    }

    @Test
    void fullProcessorsAreSharedOut() {
        assertThat(new Seconds()
                        .ordinary(20)
                        .worker(1, 0.97)
                        .broker("cpu-cores", 2.5, 25)
                        .findings("limited-by-processors"))
                .containsExactly(
                        "Limited by this machine: its 4 processors were 97 % busy, 1 with the load generator, 2.50 with"
                                + " the broker.");
        assertThat(new Seconds()
                        .ordinary(20)
                        .worker(0.5, 1)
                        .broker("cpu-cores", 0.5, 5)
                        .findings("held-back-by-others"))
                .containsExactly(
                        "Held back by what else runs on this machine: of its 4 processors, 3 were busy with other"
                                + " things, 0.50 with the load generator, 0.50 with the broker.");
    }

    @Test
    void fullDiskIsTheLimit() {
        assertThat(new Seconds()
                        .ordinary(20)
                        .worker(1, 0.5)
                        .host("disk-busy-percent", 96)
                        .findings("limited-by-disk"))
                .containsExactly("Limited by the disk: the busiest one had work 96 % of the time.");
    }

    /** Little's law: 1,000/s x 5 ms = 5 in flight. */
    @Test
    void allOutLoadIsPacedByAcknowledgements() {
        assertThat(new Seconds()
                        .ordinary(20)
                        .blocked(19_000)
                        .worker(1, 0.5)
                        .latencies(Map.of(Latency.SERVICE, times(20_000, 5 * MS)))
                        .findings("limited-by-acknowledgements"))
                .containsExactly(
                        "Paced by acknowledgements: 95 % of the sends had to wait for an earlier one's, with 5.00"
                                + " messages in flight on average and 5.00 ms from send to acknowledgement.");
    }

    @Test
    void rateThatWasHeldIsSaid() {
        Seconds held = new Seconds()
                .ordinary(20)
                .worker(0.5, 0.3)
                .broker("cpu-cores", 0.25, 5)
                .latencies(Map.of(Latency.SCHEDULE_DELAY, times(20_000, 1000)));

        assertThat(held.findings("rate-held"))
                .containsExactly(
                        "The intended rate was held, 1,000 messages a second, and no processor or disk was full: the"
                                + " load generator used 0.50 and the broker 0.25 of 4 processors.");
        assertThat(held.verdict("rate-missed").findings("rate-held")).isEmpty();
    }

    @Test
    void responseTimeThatIsMostlyDelayIsTakenApart() {
        Map<Latency, Histogram> late = Map.of(
                Latency.SCHEDULE_DELAY, times(1000, 180 * MS),
                Latency.SERVICE, times(1000, 20 * MS),
                Latency.RESPONSE, times(1000, 200 * MS));

        assertThat(new Seconds().ordinary(10).blocked(200).latencies(late).findings("sent-late"))
                .containsExactly(
                        "The 99th percentile of response time, 200 ms, is mostly delay before the send (180 ms), not the"
                                + " time to acknowledge (20.0 ms); 2 % of the sends had to wait for an earlier one's acknowledgement.");
        assertThat(new Seconds().ordinary(10).blocked(99).latencies(late).findings("sent-late"))
                .singleElement()
                .asString()
                .endsWith(
                        "nearly none of the sends waited for an acknowledgement, so the load generator itself was late.");
    }

    @Test
    void faultsThatShareAnOutageAreToldTogether() {
        Outage outage = outage(20_080, 26_480);
        Seconds seconds = new Seconds()
                .ordinary(30)
                .faults(
                        fault("resume", 13_000, outage, 0),
                        fault("kill", 20_100, outage, 70),
                        fault("restart", 21_000, outage, 2),
                        fault("pause", 29_000, new Outage(29_000 * MS, 30_000 * MS, false), 0));

        assertThat(seconds.findings("fault"))
                .containsExactly(
                        "After kill at 20.1 s and restart at 21 s, nothing was acknowledged for 6.40 s, and nothing was delivered"
                                + " for 6.40 s; 72 messages in doubt, 0 lost, 0 duplicates.",
                        "After pause at 29 s, nothing was acknowledged for 1 s, until the end of the load, and nothing was"
                                + " delivered for 1 s, until the end of the load; 0 messages in doubt, 0 lost, 0 duplicates.");
    }

    @Test
    void consumersThatFallBehindAreSaid() {
        assertThat(new Seconds().outstandingGrowsBy(500).ordinary(10).findings("backlog"))
                .containsExactly(
                        "The consumers did not keep up: 5,000 deliveries were outstanding at 10 s, 5,000 at the end of"
                                + " the load.");
        assertThat(new Seconds().outstandingGrowsBy(100).ordinary(10).findings("backlog"))
                .isEmpty();
    }

    @Test
    void collectionsOfTheBrokerAreSaidAboveATwentieth() {
        assertThat(new Seconds().ordinary(10).broker("gc-seconds", 0.08, 0.8).findings("broker-gc"))
                .containsExactly("The broker's JVM spent 8 % of the time in garbage collections.");
        assertThat(new Seconds().ordinary(10).broker("gc-seconds", 0.05, 0.5).findings("broker-gc"))
                .isEmpty();
    }

    @Test
    void memoryThatStillGrowsIsSaid() {
        Seconds grows = new Seconds().ordinary(40);
        Seconds rests = new Seconds().ordinary(40);
        for (int i = 0; i < 40; i++) {
            grows.sample(ResourceSample.BROKER, i, Map.of("rss-bytes", (100.0 + 5 * i) * (1 << 20)));
            rests.sample(ResourceSample.BROKER, i, Map.of("rss-bytes", (100.0 + 5 * Math.min(10, i)) * (1 << 20)));
        }

        assertThat(grows.findings("broker-memory-grew"))
                .containsExactly(
                        "The broker's memory had not come to rest: its RSS was 100 MiB at the start of the measured phase"
                                + " and 295 MiB at its end.");
        assertThat(rests.findings("broker-memory-grew")).isEmpty();
    }

    @Test
    void deliveryThatWasExactIsSaid() {
        LedgerCounts exact = new LedgerCounts(10_000, 10_000, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
        LedgerCounts twice = new LedgerCounts(10_000, 10_000, 0, 1, 0, 0, 0, 0, 0, 0, true, true);

        assertThat(new Seconds().ordinary(10).ledger(exact).findings("delivered-exactly-once"))
                .containsExactly("Every message came exactly once and in order: 10,000 deliveries.");
        assertThat(new Seconds().ordinary(10).ledger(twice).findings("delivered-exactly-once"))
                .isEmpty();
    }
}
