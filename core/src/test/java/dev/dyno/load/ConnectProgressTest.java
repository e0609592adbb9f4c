package dev.dyno.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.DriverException;
import org.junit.jupiter.api.Test;

class ConnectProgressTest {

    private static final long MS = 1_000_000;

    private final Simulation simulation = new Simulation().manyProducers(2_000);
    private final ConnectProgress progress = new ConnectProgress(simulation.plan(), simulation.time, simulation);

    /** Connects so many, each in so long. */
    private void connect(int clients, long eachMs) throws DriverException {
        progress.during(() -> {
            for (int i = 0; i < clients; i++) {
                simulation.time.advance(eachMs * MS);
                progress.next();
            }
        });
    }

    @Test
    void whoeverIsConnectedSoonHearsNothing() throws DriverException {
        connect(2_000, 0);
        connect(19, 100);
        simulation.time.advance(60_000 * MS);
        assertThat(simulation.notes).isEmpty();
    }

    @Test
    void itTellsAfterTwoSecondsAndEachSecondFromThen() throws DriverException {
        connect(4_000, 1);
        assertThat(simulation.notes)
                .containsExactly(
                        "1,999 of 4,000 producers and consumers are connected",
                        "2,999 of 4,000 producers and consumers are connected",
                        "3,999 of 4,000 producers and consumers are connected");
    }

    @Test
    void itTellsWhileNoneIsConnected() throws DriverException {
        connect(1, 4_500);
        assertThat(simulation.notes).hasSize(3).containsOnly("0 of 4,000 producers and consumers are connected");
    }

    @Test
    void itIsSilentBetweenThePartsOfConnecting() throws DriverException {
        connect(1_000, 1);
        simulation.time.advance(60_000 * MS);
        assertThat(simulation.notes).isEmpty();
        connect(1_500, 1);
        assertThat(simulation.notes).containsExactly("1,999 of 4,000 producers and consumers are connected");
    }

    @Test
    void aFailureSaysHowManyWereConnectedBeforeIt() {
        assertThatThrownBy(() -> progress.during(() -> {
                    progress.next();
                    progress.next();
                    throw new DriverException("refused");
                }))
                .hasMessage("2 of 4,000 producers and consumers are connected, and the next failed: refused");
    }

    @Test
    void itIsSilentAfterAFailure() {
        assertThatThrownBy(() -> progress.during(() -> {
                    throw new DriverException("refused");
                }))
                .hasMessage("refused");
        simulation.time.advance(60_000 * MS);
        assertThat(simulation.notes).isEmpty();
    }
}
