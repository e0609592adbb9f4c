package dev.dyno.model.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.workload.ProducerGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OfHeldTest {

    @ParameterizedTest
    @CsvSource({"80% of held,80", "80 %  of held,80", "0.5% of held,0.5", "200% of held,200"})
    void aShareIsRead(String text, double percent) {
        OfHeld held = OfHeld.parse(text);
        assertThat(held.percent()).isEqualTo(percent);
        assertThat(OfHeld.parse(held.toString())).isEqualTo(held);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0% of held", "201% of held", "-5% of held", "80%", "80% of kept", "half of held"})
    void everythingElseIsRefusedInOneSentence(String text) {
        assertThatThrownBy(() -> OfHeld.parse(text))
                .hasMessage(text + "; must be above 0% and at most 200% of held, like 80% of held.");
        assertThat(WorkloadFile.of("w", "producers: { to: queue://q, rate: " + text + " }")
                        .problems())
                .singleElement()
                .asString()
                .contains("rate: " + text + "; must be above 0%");
    }

    /** The load has as many messages in flight as the search, so that it can hold the rate that the search finds. */
    @Test
    void aFileMayAskForOne() {
        WorkloadFile file = WorkloadFile.of(
                "w",
                "producers: { to: [queue://a, queue://b], count: 5, rate: 80% of held, arrivals: poisson, missed: skip }");
        assertThat(file.problems()).isEmpty();
        ProducerGroup group = file.workload().producers().get(0);
        assertThat(group.load()).isEqualTo(new OfHeld(80, ArrivalProcess.POISSON));
        assertThat(group.load()).hasToString("80% of held poisson");
        assertThat(group.maxPending()).isEqualTo(2_000);
    }

    @Test
    void onlyAConstantRateCanBeAShare() {
        assertThat(WorkloadFile.of("w", "producers: { to: queue://q, load: 'ramp 1/s to 80% of held in 10s' }")
                        .problems())
                .hasSize(1);
    }
}
