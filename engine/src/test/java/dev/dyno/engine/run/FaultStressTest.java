package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ConsumerGroup.Mode;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Fault.Action;
import dev.dyno.model.workload.FaultPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults in real time, with a thread for everything: whenever a connection breaks, the accounts are exact. */
@Timeout(60)
@Tag("slow")
@Tag("timing")
class FaultStressTest {

    private static Fault fault(Action action, long millis) {
        return new Fault(Duration.ofMillis(millis), action);
    }

    @ParameterizedTest
    @CsvSource({
        "ASYNC,      0,  all-out,             LISTENER, AUTO,       1,  no",
        "ASYNC,      0,  all-out,             LISTENER, AUTO,       1,  yes",
        "ASYNC,      0,  constant 5000/s,     RECEIVE,  INDIVIDUAL, 1,  no",
        "ASYNC,      0,  constant 20000/s,    LISTENER, CLIENT,     7,  no",
        "SYNC,       0,  all-out,             RECEIVE,  TRANSACTED, 13, no",
        "SYNC,       0,  constant 2000/s,     POLL,     AUTO,       1,  no",
        "TRANSACTED, 10, all-out,             LISTENER, TRANSACTED, 5,  no"
    })
    void nothingThatWasAcknowledgedIsLostWhateverTheTiming(
            SendMode mode, int commitInterval, String load, Mode receiveMode, AckMode ack, int batch, String lend) {
        Simulation simulation = new Simulation().script("service", "5us").script("lend", lend);
        simulation.mode = mode;
        simulation.commitInterval = commitInterval;
        simulation.load = LoadShape.parse(load);
        simulation.receiveMode = receiveMode;
        simulation.ack = ack;
        simulation.consumerCommitInterval = batch;
        simulation.producers = 20;
        simulation.threads = mode == SendMode.ASYNC ? 3 : 1;
        simulation.maxPending = mode == SendMode.ASYNC ? 20 : 1;
        simulation.consumers = 10;
        simulation.persistent = true;
        simulation.duration = Duration.ofMillis(1_500);
        simulation.broker = new SimulatedFaults(simulation);
        simulation.faults = new FaultPlan(
                List.of(
                        fault(Action.KILL, 300),
                        fault(Action.RESTART, 400),
                        fault(Action.PAUSE, 600),
                        fault(Action.RESUME, 650),
                        fault(Action.RESTART, 900)),
                Optional.of(Duration.ofMillis(5)));
        Set<Thread> before = threads();
        RunResult result;
        try (SystemTime time = new SystemTime()) {
            result = simulation.inRealTime(time).run();
        }
        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(result.ledger().lossKnown()).isTrue();
        assertThat(result.ledger().lost()).isZero();
        assertThat(result.ledger().delivered())
                .isEqualTo(result.ledger().expected())
                .isGreaterThan(500);
        assertThat(result.ledger().expected() + result.ledger().inDoubt())
                .isEqualTo(result.totals().sent());
        assertThat(result.ledger().inDoubt()).isEqualTo(result.totals().failed());
        assertThat(result.faults())
                .extracting(FaultResult::action)
                .containsExactly("kill", "restart", "pause", "resume", "restart");
        assertThat(result.faults().stream()
                        .mapToLong(f -> f.reconnects().restored())
                        .sum())
                .isEqualTo(60);
        assertThat(result.faults().get(0).publish()).hasValueSatisfying(outage -> {
            assertThat(outage.over()).isTrue();
            assertThat(outage.toNs()).isGreaterThan(400_000_000);
            assertThat(outage.fromNs()).isLessThan(400_000_000);
        });
        assertThat(threads()).filteredOn(thread -> !before.contains(thread)).isEmpty();
    }

    /** Those that a run starts, by their names. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("(send-|receive|reconnect|close|faults).*"))
                .filter(Thread::isAlive)
                .collect(Collectors.toSet());
    }
}
