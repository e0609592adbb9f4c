package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole command lines that do something to the Artemis that they start: a real process, real signals, real data. */
class FaultsOnArtemisTest extends OnManagedBroker {

    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path folder = Path.of("");

    private Ran ran = new Ran(-1, "", "");

    private RunResult result(String commandLine) throws IOException {
        ran = type(commandLine);
        return stored().result();
    }

    private void assertNothingAcknowledgedIsLost(RunResult result) {
        ran.ended(Exit.GOOD);
        LedgerCounts ledger = result.ledger();
        assertThat(ledger.delivered()).isPositive();
        assertThat(ledger.expected() + ledger.inDoubt())
                .isEqualTo(result.totals().sent());
        assertCounts(result, "lossKnown true, lost 0, corrupt 0, stale 0, delivered " + ledger.expected());
    }

    /** The broker syncs its journal before it acknowledges: what it acknowledged it has, whenever it is killed. */
    @Test
    void whatWasAcknowledgedSurvivesAKill() throws IOException {
        killAndRestart(
                "--max-pending 50 --producers 2 --consume receive --ack-mode client --consumer-commit-interval 5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--sync --producers 4", "--commit-interval 10 --tx --producers 2"})
    @Tag("nightly")
    void whatWasAcknowledgedSurvivesAKillAlsoWhereSendsBlock(String options) throws IOException {
        killAndRestart(options);
    }

    private void killAndRestart(String options) throws IOException {
        RunResult result = result("client --persistent --rate 200 --duration 10 --reconnect --reconnect-delay 50ms"
                + " --at 1.5s kill --at 2s restart queue://SURVIVES " + options);
        assertNothingAcknowledgedIsLost(result);
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("kill", "restart");
        // However long the broker takes to start here: what was outstanding has come before the end.
        Outage consume = result.faults().get(0).consume().orElseThrow();
        assertThat(consume.fromNs()).isLessThan(2 * SECOND);
        assertThat(consume.toNs()).isGreaterThan(2 * SECOND);
        FaultResult restart = result.faults().get(1);
        assertThat(restart.tookNs()).isPositive();
        assertThat(restart.reconnects().restored()).isPositive();
        assertThat(ran.outLines()).anyMatch(line -> line.startsWith("fault       kill at "));
    }

    @Test
    @Tag("nightly")
    void aRestartInGoodOrderIsOneFault() throws IOException {
        RunResult result =
                result("client --persistent --sync --rate 100 --duration 8 --reconnect --reconnect-delay 50ms"
                        + " --at 1.5s restart topic://T --durable --clientID id");
        assertNothingAcknowledgedIsLost(result);
        assertThat(result.faults()).hasSize(1);
        FaultResult restart = result.faults().get(0);
        assertThat(restart.reconnects().broken()).isEqualTo(2);
        assertThat(restart.reconnects().restored()).isEqualTo(2);
        assertTheNextProcessIsSampled(restart);
    }

    private void assertTheNextProcessIsSampled(FaultResult restart) throws IOException {
        List<ResourceSample> broker = stored().resources().stream()
                .filter(sample -> sample.subject().equals(ResourceSample.BROKER))
                .toList();
        List<ResourceSample> begun = IntStream.range(1, broker.size())
                .filter(i -> broker.get(i).startNs() != broker.get(i - 1).endNs())
                .mapToObj(broker::get)
                .toList();
        assertThat(begun).hasSize(1);
        assertThat(begun.get(0).startNs()).isBetween(restart.beganNs(), restart.beganNs() + restart.tookNs());
        assertThat(begun.get(0).values()).containsKeys("rss-bytes", "heap-used-bytes", "gc-throughput-percent");
        // A JVM that starts has work to do, and it is counted.
        assertThat(begun.get(0).get(ResourceMetric.CPU).orElseThrow()).isPositive();
        assertThat(broker).allSatisfy(s -> assertThat(s.values().values()).allMatch(value -> value >= 0));
    }

    @Test
    @Tag("nightly")
    void aPausedBrokerIsLateAndLosesNothing() throws IOException {
        RunResult result = result("client --rate 300 --max-pending 1000 --duration 4 --at 1s pause:1.5s queue://LATE");
        assertNothingAcknowledgedIsLost(result);
        assertThat(result.ledger().inDoubt()).isZero();
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("pause", "resume");
        FaultResult pause = result.faults().get(0);
        assertThat(pause.publish().orElseThrow().seconds()).isBetween(1.4, 3.0);
        assertThat(pause.reconnects().broken()).isZero();
    }

    @Test
    @Tag("nightly")
    void aRunContinuesToItsEndWithoutItsBroker() throws IOException {
        RunResult result = result("client --rate 300 --duration 3 --reconnect --at 1s stop queue://GONE");
        ran.ended(Exit.GOOD);
        assertThat(result.measuredNs()).isEqualTo(3 * SECOND);
        // Whether the last message was in the broker then is chance.
        assertThat(result.ledger().knowsLost()).isEqualTo(!ran.out().contains("broker-away"));
        assertThat(result.ledger().lost()).isZero();
        FaultResult stop = result.faults().get(0);
        assertThat(stop.publish().orElseThrow().over()).isFalse();
        assertThat(stop.publish().orElseThrow().toNs()).isEqualTo(3 * SECOND);
        assertThat(stop.reconnects().restored()).isZero();
    }

    @Test
    void withoutReconnectingTheRunFailsWithTheWordsOfTheClientLibrary() throws IOException {
        RunResult result = result("client --rate 300 --duration 5 --at 1s kill queue://GONE");
        assertThat(ran.status()).isEqualTo(Exit.FAILED);
        assertThat(result.outcome().cause()).isPresent();
        assertThat(result.measuredNs()).isLessThan(3 * SECOND);
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("kill");
    }

    @Test
    @Tag("nightly")
    void aWorkloadFileHasItsFaults() throws IOException {
        Path file = Files.writeString(folder.resolve("faults.yaml"), """
                producers: { to: queue://FILE, rate: 200/s, max-pending: 50, message: { persistent: true } }
                consumers: { from: queue://FILE }
                phases: { measure: 10s }
                faults: [1.5s kill, 2s restart]
                reconnect: true
                reconnect-delay: 50ms
                """);
        RunResult result = result("run " + file);
        assertNothingAcknowledgedIsLost(result);
        assertThat(result.faults()).extracting(FaultResult::action).containsExactly("kill", "restart");
        assertThat(result.faults().get(1).reconnects().restored()).isPositive();
        assertThat(result.config())
                .containsEntry("faults", List.of("1500ms kill", "2s restart"))
                .containsEntry("reconnectDelay", "50ms");
    }
}
