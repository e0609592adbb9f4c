package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.report.console.CapacityLines;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.CapacityFile;
import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Conditions and searches that end or steer the load of two workers, on a NATS server that the coordinator starts. */
@Tag("nightly")
class WorkersOnNatsTest extends WithProcesses {

    private Ran load(String options) throws IOException {
        return ran("client --warmup 0 " + options);
    }

    private Ran ran(String command) throws IOException {
        String address = Processes.freeAddress();
        processes.startWorker("w1", address);
        processes.startWorker("w2", address);
        return BuiltDyno.type(
                command + " --workers 2 --listen %s --broker nats --producers 2 --consumers 2 --runs %s",
                address,
                runs());
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
        Ran ran = load("--rate 500 --duration 60 --abort-if 'rate > 100/s'");
        assertThat(ran.status()).as(ran.out() + ran.err()).isEqualTo(Exit.THRESHOLD);
        RunResult result = new RunFolderReader(Listing.only(runs())).result();
        assertThat(result.verdict().notes()).extracting(Finding::code).contains("load-aborted");
        assertThat(result.measuredNs() / 1e9).isBetween(5.0, 15.0);
        assertThatBothSent(result);
    }

    @Test
    @Timeout(360)
    void theSearchForAShareOfHeldSteersAllWorkers() throws IOException {
        Ran ran = load("--rate '20% of held' --duration 3");
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
        Ran ran = ran("capacity --slo 'p99(end-to-end) < 200ms' --within 20s");
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
}
