package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.report.console.CapacityLines;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.CapacityFile;
import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loads of two workers that end early, are searched for, or have messages of several fates, on brokers that the coordinator starts. */
@Tag("nightly")
class WorkersOnBrokersTest extends WithProcesses {

    /** Lets two workers make a load. */
    private Ran load(String line, Object... values) throws IOException {
        String address = Processes.freeAddress();
        processes.startWorker("w1", address);
        processes.startWorker("w2", address);
        String[] words = Dyno.words(line + " --workers 2 --listen " + address + " --runs " + runs(), values);
        return BuiltDyno.run(words);
    }

    private Ran loadOnNats(String options) throws IOException {
        return load("client --broker nats --producers 2 --consumers 2 --warmup 0 " + options);
    }

    private Path runs() {
        return folder.resolve("runs");
    }

    private static void assertThatBothSent(RunResult result) {
        assertThat(result.workers()).hasSize(2).extracting(WorkerShare::totals).allSatisfy(totals -> assertThat(
                        totals.sent())
                .isPositive());
        assertThat(result.ledger().lost()).isZero();
    }

    /** The condition holds from the first second, and is decided by five. */
    @Test
    @Timeout(180)
    void aConditionEndsTheLoadOfAllWorkersInGoodOrder() throws IOException {
        loadOnNats("--rate 500 --duration 60 --abort-if 'rate > 100/s'").ended(Exit.THRESHOLD);
        RunResult result = Listing.run(runs()).result();
        assertThat(result.verdict().notes()).extracting(Finding::code).contains("load-aborted");
        assertThat(result.measuredNs() / 1e9).isBetween(5.0, 15.0);
        assertThatBothSent(result);
    }

    @Test
    @Timeout(360)
    void theSearchForAShareOfHeldSteersAllWorkers() throws IOException {
        Ran ran = loadOnNats("--rate '20% of held' --duration 3");
        assertThat(ran.out() + ran.err()).containsPattern("asked +20% of held = [0-9,]+/s \\(held: ");
        List<Path> runs = Listing.of(runs());
        assertThat(runs).hasSize(2);
        assertThat(runs.get(0).resolve("capacity.json")).exists();
        for (Path run : runs) {
            assertThatBothSent(new RunFolderReader(run).result());
        }
    }

    @Test
    @Timeout(360)
    void aSearchForTheCapacitySteersAllWorkers() throws IOException {
        Ran ran =
                load("capacity --broker nats --producers 2 --consumers 2 --slo 'p99(end-to-end) < 200ms' --within 20s");
        Path run = Listing.only(runs());
        CapacityFile answer = CapacityFile.read(run).orElseThrow();
        assertThat(ran.out())
                .as(ran.err())
                .contains(CapacityLines.of(answer, "", Screen.WIDTH).get(0));
        assertThat(answer.capacity().low()).isPresent();
        assertThat(answer.capacity().steps())
                .extracting(CapacityStep::purpose)
                .contains(CapacityStep.Purpose.GROW, CapacityStep.Purpose.HOLD);
        RunResult result = new RunFolderReader(run).result();
        assertThatBothSent(result);
        assertThat(result.workers().get(0).totals().sent())
                .isCloseTo(result.workers().get(1).totals().sent(), withinPercentage(20));
    }

    /**
     * Each worker rejects each twentieth of its part of 300 messages, 14 or 15 together. Of another 300, 170 have expired when their
     * consumers come at 2 s, and 130 arrive. RabbitMQ makes dead letters of all that are rejected or expired.
     */
    @Test
    @Timeout(240)
    void eachMessageHasItsFate() throws IOException {
        Path file = Files.writeString(folder.resolve("fates.yaml"), """
                producers:
                  - { to: queue://WORK, count: 2, rate: 100/s }
                  - { to: queue://LATE, count: 2, rate: 100/s, message: { ttl: 300ms } }
                consumers:
                  - { from: queue://WORK, count: 2, ack: individual, reject: 5% }
                  - { from: queue://LATE, count: 2, start: 2s }
                  - { from: queue://DEAD, count: 2 }
                phases: { measure: 3s, drain: 10s }
                """);
        load(
                        "run %s --broker rabbitmq --driver-property rabbitmq.queue.arguments.x-dead-letter-exchange="
                                + " --driver-property rabbitmq.queue.arguments.x-dead-letter-routing-key=DEAD",
                        file)
                .ended(Exit.GOOD);
        RunResult result = Listing.run(runs()).result();
        assertCounts(result, "expected 600, lost 0, fateUnknown 0");
        LedgerCounts ledger = result.ledger();
        assertThat(ledger.rejected()).isBetween(14L, 15L);
        assertThat(ledger.expired()).isBetween(130L, 210L).isEqualTo(600 - ledger.delivered());
        assertThat(ledger.deadLettered()).isEqualTo(ledger.rejected() + ledger.expired());
    }
}
