package dev.dyno.cli;

import static dev.dyno.engine.run.RunAssertions.assertCounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fates of the messages of two workers, on a RabbitMQ that the coordinator starts. */
@Tag("nightly")
class WorkersOnRabbitTest extends WithProcesses {

    /**
     * Each worker rejects each twentieth of its part of 300 messages, 14 or 15 together. Of another 300, 170 have expired when their
     * consumers come at 2 s, and 130 arrive. RabbitMQ makes dead letters of all that are rejected or expired.
     */
    @Test
    @Timeout(240)
    void eachMessageHasItsFate() throws IOException {
        String address = Processes.freeAddress();
        processes.startWorker("w1", address);
        processes.startWorker("w2", address);
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
        Path runs = folder.resolve("runs");
        Ran ran = BuiltDyno.type(
                "run %s --workers 2 --listen %s --broker rabbitmq --runs %s"
                        + " --driver-property rabbitmq.queue.arguments.x-dead-letter-exchange="
                        + " --driver-property rabbitmq.queue.arguments.x-dead-letter-routing-key=DEAD",
                file, address, runs);
        assertThat(ran.status()).as(ran.out() + ran.err()).isEqualTo(Exit.GOOD);
        RunResult result = Listing.run(runs).result();
        assertCounts(result, "expected 600, lost 0, fateUnknown 0");
        LedgerCounts ledger = result.ledger();
        assertThat(ledger.rejected()).isBetween(14L, 15L);
        assertThat(ledger.expired()).isBetween(130L, 210L).isEqualTo(600 - ledger.delivered());
        assertThat(ledger.deadLettered()).isEqualTo(ledger.rejected() + ledger.expired());
    }
}
