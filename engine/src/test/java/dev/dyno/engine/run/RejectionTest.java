package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.RunResult;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Consumers that reject a share of 1,000 messages. */
class RejectionTest {

    @ParameterizedTest
    @CsvSource({"1%, 10", "0.25, 250", "100%, 1000", "0, 0"})
    void aRejectedMessageIsReceivedAndCounted(String share, long rejected) {
        Simulation simulation = new Simulation();
        simulation.file = Optional.of("""
                producers: { to: queue://Q, rate: 200/s, max-pending: 100 }
                consumers: { from: queue://Q, ack: individual, reject: %s }
                phases: { measure: 5s, drain: 5s }
                """.formatted(share));
        RunResult result = simulation.run();

        assertThat(result.ledger().rejected()).isEqualTo(rejected);
        assertThat(result.ledger().delivered()).isEqualTo(1000);
        assertThat(result.ledger().lost() + result.ledger().duplicate()).isZero();
    }
}
