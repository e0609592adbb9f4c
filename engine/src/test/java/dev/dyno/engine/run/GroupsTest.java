package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.GroupResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Results of groups with names. web sends 100/s for 5 s, batch 300/s from 6 s to 10 s. The broker takes 10 ms for a message in the
 * first 2 s, then 5 ms, from 5.5 s on 1 ms, and 2 ms more to deliver it.
 */
class GroupsTest extends SimulatedRun {

    private static final String FILE = """
            producers:
              - { name: web, to: queue://WEB, count: 2, rate: 100/s, stop: 5s, max-pending: 100 }
              - { name: batch, to: queue://BATCH, count: 2, rate: 300/s, start: 6s, max-pending: 100 }
            consumers:
              - { name: orders, from: queue://WEB, count: 2 }
              - { name: prices, from: queue://BATCH, count: 2 }
            phases: { measure: 10s, drain: 5s }
            """;

    private List<Interval> intervals = List.of();

    private static Simulation simulation(String file, String stall) {
        Simulation simulation = new Simulation();
        simulation.file = Optional.of(file);
        return simulation.set(
                "servers=unlimited; service=10ms for 2s, then 5ms for 3500ms, then 1ms; delivery=2ms; stall=%s", stall);
    }

    private RunResult alone(String file, String stall) {
        Simulation simulation = simulation(file, stall);
        RunResult result = simulation.run();
        intervals = simulation.intervals;
        return result;
    }

    private RunResult onWorkers(int count, String file, String stall) {
        if (count == 1) {
            return alone(file, stall);
        }
        Simulation listener = new Simulation();
        RunResult result = SimulatedGroup.run(
                count, simulation(file, stall), i -> simulation(file, stall).script("origin", "1s"), listener);
        intervals = listener.intervals;
        return result;
    }

    /** Expected values in ms, of the percentiles 50, 75 and 90. */
    private static void assertMs(Latencies latencies, Latency latency, double p50, double p75, double p90) {
        Map<Integer, Double> expected = Map.of(50, p50, 75, p75, 90, p90);
        expected.forEach((percentile, ms) -> assertThat(
                        latencies.percentile(latency, percentile).orElseThrow().lowNs())
                .as(latency + " p" + percentile)
                .isCloseTo(Math.round(ms * MS), Percentage.withPercentage(0.1)));
    }

    private static void assertSums(RunResult result, List<Interval> intervals) {
        Latencies latencies = new Latencies();
        Counts totals = Counts.ZERO;
        Counts measured = Counts.ZERO;
        List<LedgerCounts> ledgers = new ArrayList<>();
        DueMessages due = DueMessages.NONE;
        for (GroupResult group : result.groups().values()) {
            latencies.add(group.latencies());
            totals = totals.plus(group.totals());
            measured = measured.plus(group.measured());
            ledgers.add(group.ledger());
            due = new DueMessages(
                    due.messages() + group.due().messages(),
                    due.inTime() + group.due().inTime(),
                    due.unsent() + group.due().unsent(),
                    due.unacknowledged() + group.due().unacknowledged(),
                    due.undelivered() + group.due().undelivered());
        }
        assertThat(totals).isEqualTo(result.totals());
        assertThat(measured).isEqualTo(result.measured());
        assertThat(latencies.asMap()).isEqualTo(result.latencies().asMap());
        assertThat(latencies.unfinishedAsMap()).isEqualTo(result.latencies().unfinishedAsMap());
        assertThat(latencies.ownDelaysAsMap()).isEqualTo(result.latencies().ownDelaysAsMap());
        assertThat(result.due()).contains(due);
        LedgerCounts all = result.ledger();
        assertThat(ledgers.stream().mapToLong(LedgerCounts::expected).sum()).isEqualTo(all.expected());
        assertThat(ledgers.stream().mapToLong(LedgerCounts::delivered).sum()).isEqualTo(all.delivered());
        assertThat(ledgers.stream().mapToLong(LedgerCounts::inDoubt).sum()).isEqualTo(all.inDoubt());
        assertThat(intervals).isNotEmpty().allSatisfy(interval -> assertThat(interval.groups().values().stream()
                        .map(Interval::counts)
                        .reduce(Counts.ZERO, Counts::plus))
                .isEqualTo(interval.counts()));
    }

    private static GroupResult of(Map<String, GroupResult> groups, String name) {
        return Objects.requireNonNull(groups.get(name));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void eachGroupHasItsOwnLatenciesCountsAndLedger(int workers) {
        RunResult result = onWorkers(workers, FILE, "never");

        assertThat(result.groups()).containsOnlyKeys("web", "batch", "orders", "prices");
        GroupResult web = of(result.groups(), "web");
        GroupResult batch = of(result.groups(), "batch");
        GroupResult orders = of(result.groups(), "orders");
        GroupResult prices = of(result.groups(), "prices");
        // Some 200 of 500 messages took 10 ms.
        assertMs(web.latencies(), Latency.RESPONSE, 5, 10, 10);
        assertMs(batch.latencies(), Latency.RESPONSE, 1, 1, 1);
        assertMs(orders.latencies(), Latency.END_TO_END, 7, 12, 12);
        assertMs(prices.latencies(), Latency.END_TO_END, 3, 3, 3);
        // 1,200 of 1,700 messages took 1 ms, some 300 took 5 ms.
        assertMs(result.latencies(), Latency.RESPONSE, 1, 5, 10);
        assertMs(result.latencies(), Latency.END_TO_END, 3, 7, 12);
        assertThat(web.latencies().get(Latency.END_TO_END)).isEmpty();
        assertThat(orders.latencies().get(Latency.RESPONSE)).isEmpty();
        assertThat(List.of(web, batch, orders, prices))
                .extracting(
                        group -> group.totals().sent(), group -> group.totals().received())
                .containsExactly(tuple(500L, 0L), tuple(1200L, 0L), tuple(0L, 500L), tuple(0L, 1200L));
        assertThat(orders.ledger().delivered()).isEqualTo(500);
        assertThat(prices.ledger().expected()).isEqualTo(1200);
        assertSums(result, intervals);
    }

    /** From 8 s of the broker on, some ms earlier in the load, nothing is answered: of 600 messages batch has 200 in flight. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatIsUnfinishedBelongsToTheGroupThatSentItOrHadToGetIt(int workers) {
        RunResult result = onWorkers(workers, FILE, "20s at 8s");

        DueMessages batch = of(result.groups(), "batch").due();
        assertThat(batch.messages()).isEqualTo(1200);
        assertThat(batch.unacknowledged()).isEqualTo(200);
        assertThat(batch.unsent()).isBetween(395L, 410L);
        GroupResult prices = of(result.groups(), "prices");
        assertThat(prices.due().undelivered()).isEqualTo(200);
        assertThat(prices.latencies().unfinishedCount(Latency.END_TO_END)).isEqualTo(batch.unsent() + 200);
        assertThat(of(result.groups(), "batch").ledger().inDoubt()).isEqualTo(200);
        assertThat(of(result.groups(), "web").due()).isEqualTo(new DueMessages(500, 500, 0, 0, 0));
        assertThat(of(result.groups(), "orders").due()).isEqualTo(DueMessages.NONE);
        assertSums(result, intervals);
    }

    @Test
    void groupsOfOneNameAreOne() {
        String file = FILE.replace("name: batch", "name: web").replace("name: orders", "name: web");
        Map<String, GroupResult> groups = alone(file, "never").groups();

        assertThat(groups).containsOnlyKeys("web", "prices");
        GroupResult web = of(groups, "web");
        assertThat(web.totals().sent()).isEqualTo(1700);
        assertMs(web.latencies(), Latency.RESPONSE, 1, 5, 10);
        assertMs(web.latencies(), Latency.END_TO_END, 7, 12, 12);
        assertThat(web.ledger().delivered()).isEqualTo(500);
    }

    @Test
    void aGroupWithoutANameIsOnlyInTheWhole() {
        RunResult result = alone(FILE.replaceAll("name: (batch|prices), ", ""), "never");

        assertThat(result.groups()).containsOnlyKeys("web", "orders");
        assertThat(result.totals().sent()).isEqualTo(1700);
        assertThat(alone(FILE.replaceAll("name: \\w+, ", ""), "never").groups()).isEmpty();
    }

    // 100 requests a second for 5 s, and their replies: a round trip is the way of a message twice.

    private static final String REQUESTS = """
            producers: { to: queue://ASKED, count: 2, rate: 100/s, stop: 5s, max-pending: 100 }
            consumers:
              - { from: queue://ASKED, count: 2, reply-to: queue://ANSWERED }
              - { from: queue://ANSWERED, count: 2 }
            phases: { measure: 10s, drain: 5s }
            """;

    private static double unanswered(RunResult result) {
        return Objects.requireNonNull(Figures.valuesOf(result).get("unanswered"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRoundTripIsFromTheDueTimeOfTheRequestToItsReply(int workers) {
        RunResult result = onWorkers(workers, REQUESTS, "never");

        assertMs(result.latencies(), Latency.END_TO_END, 7, 12, 12);
        assertMs(result.latencies(), Latency.ROUND_TRIP, 14, 24, 24);
        assertCounts(result, "round-trip 500, sent 500, expected 1000, delivered 1000, lost 0");
        assertThat(unanswered(result)).isZero();
    }

    /** From 3 s of the broker on, some ms earlier in the load, nothing is answered; 200 requests were due after that. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRequestWithoutAReplyCountsWithTheTimeItHadWaited(int workers) {
        RunResult result = onWorkers(workers, REQUESTS, "20s at 3s");

        assertThat(unanswered(result)).isBetween(200.0, 203.0);
        assertCounts(result, "round-trip " + (500 - (long) unanswered(result)));
        // The 350th of 500 values is that of the request of 4.5 s, which waited to the end of the drain, at 15 s.
        LatencyRange waited = percentile(result, Latency.ROUND_TRIP, 70);
        assertThat(waited.lowNs()).isBetween(10_450_000_000L, 10_600_000_000L);
        assertThat(waited.isExact()).isFalse();
    }

    /** The probe, 500 requests and the replies to those that are not lost: every 51st is lost, 19 in all. */
    @Test
    void aLostRequestAndALostReplyAreARequestWithoutAReply() {
        simulation.file = Optional.of(REQUESTS);
        RunResult result = run("service=1ms; servers=unlimited; lose=every 51");

        long lostRequests =
                500 - result.latencies().get(Latency.END_TO_END).orElseThrow().getTotalCount();
        assertThat(lostRequests).isBetween(2L, 18L);
        assertThat(unanswered(result)).isEqualTo(19);
        assertThat(result.ledger().lost()).isEqualTo(19 + lostRequests);
    }
}
