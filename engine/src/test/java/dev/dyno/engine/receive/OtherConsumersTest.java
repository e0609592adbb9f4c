package dev.dyno.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.engine.run.Simulation;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.RunResult;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Others consume from the queue of a run. */
class OtherConsumersTest {

    private static final Destination QUEUE = Destination.parse("queue://TEST");
    private static final String TWO = "queue://TEST has 2 consumers that are not of this run";

    private final Simulation simulation = new Simulation();

    OtherConsumersTest() {
        simulation.set("load constant 1000/s; duration 1s; consumers 3");
    }

    /** Two consumers of one connection, which receive nothing before that is started. */
    private static ClientConnection two(Client client) throws DriverException {
        ClientConnection connection = client.connect(new ConnectionSpec(Optional.empty(), failure -> {}));
        for (int i = 0; i < 2; i++) {
            connection.createConsumer(new ConsumerSpec(QUEUE, AckMode.AUTO, ReceiveMode.LISTENER), body -> {});
        }
        return connection;
    }

    @Test
    void runThatIsAloneSaysNothing() {
        RunResult result = simulation.run();

        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(simulation.notes).noneMatch(note -> note.contains("not of this run"));
        assertThat(result.semantics().facts()).doesNotContainKey(DriverSemantics.OTHER_CONSUMERS);
    }

    @Test
    void theyAreNamedInANoteAndOnTheCard() {
        simulation.before = OtherConsumersTest::two;

        RunResult result = simulation.run();

        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(simulation.notes)
                .contains(
                        TWO + ", and they get a share of its messages: another program consumes there, or a client was"
                                + " killed and the broker has not given it up yet, which takes Artemis a minute; await-alone, for example 70s,"
                                + " waits until they are gone");
        assertThat(result.semantics().facts()).containsEntry(DriverSemantics.OTHER_CONSUMERS, TWO);
    }

    @Test
    void theyAreTheLikelyCauseOfAProbeThatDoesNotArrive() {
        simulation.before = client -> two(client).start();

        RunResult result = simulation.run();

        assertThat(result.outcome().cause())
                .contains("a probe message to queue://TEST was acknowledged but did not arrive within 10 s; " + TWO
                        + ", and one of them may have got it: end the program that consumes there, or wait by"
                        + " await-alone, for example 70s, for those of a client that was killed");
    }

    @Test
    void runWaitsUntilTheyAreGone() {
        simulation.awaitAlone = Optional.of(Duration.ofSeconds(70));
        simulation.before = client -> {
            ClientConnection others = two(client);
            simulation.time.schedule(simulation.time.nanoTime() + 2_000_000_000L, others::close);
        };

        RunResult result = simulation.run();

        assertThat(result.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(simulation.notes)
                .anyMatch(note -> note.startsWith(TWO) && note.endsWith("; waiting up to 70s until they are gone"))
                .anyMatch(note -> note.matches("the other consumers are gone after 2(\\.\\d+)?s"));
        assertThat(result.semantics().facts()).doesNotContainKey(DriverSemantics.OTHER_CONSUMERS);
        assertThat(result.ledger().lost()).isZero();
    }

    @Test
    void runWaitsNoLongerThanItIsTo() {
        simulation.awaitAlone = Optional.of(Duration.ofSeconds(5));
        simulation.before = OtherConsumersTest::two;

        RunResult result = simulation.run();

        assertThat(result.outcome().cause())
                .contains(TWO
                        + ", still after the 5s of await-alone; end the program that consumes there, or wait longer");
    }
}
