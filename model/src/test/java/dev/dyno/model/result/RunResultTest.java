package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunResultTest {

    private static WorkerShare worker(long clockBoundNs) {
        return Samples.changed(Samples.share("w"), Map.of("clockBoundNs", clockBoundNs));
    }

    private static long boundOf(long... bounds) {
        return WorkerShare.clockBoundNs(
                Arrays.stream(bounds).mapToObj(RunResultTest::worker).toList());
    }

    @Test
    void aResultWithProfilesHasAllElseUnchanged() {
        RunResult result = Samples.result();
        ProfileResult profile =
                new ProfileResult("lock", "m", "c", 1, 2, 3, 4, "us", Optional.empty(), Optional.empty());
        RunResult with = result.with(parts -> parts.profiles = List.of(profile));
        assertThat(with.profiles()).containsExactly(profile);
        assertThat(with).usingRecursiveComparison().ignoringFields("profiles").isEqualTo(result);
    }

    @Test
    void resourcesAreThoseOfTheSubject() {
        RunResult result = Samples.result();
        ResourceSummary last = result.resources().get(result.resources().size() - 1);
        assertThat(result.resources(last.subject())).contains(last);
        assertThat(result.resources("nobody")).isEmpty();
    }

    @Test
    void wordsOfABrokerCommandNoTerminal() {
        assertThat(new DriverSemantics(Map.of("broker", "Rabbit\u001b[31mMQ\n\u009b")).facts())
                .containsExactly(Map.entry("broker", "Rabbit?[31mMQ??"));
    }

    @Test
    void timesBetweenTwoWorkersAreAsUncertainAsTheTwoWidestBoundsTogether() {
        assertThat(boundOf()).isZero();
        assertThat(boundOf(5)).isEqualTo(5);
        assertThat(boundOf(5, 7, 3)).isEqualTo(12);
        assertThat(boundOf(7, 3, 5)).isEqualTo(12);
        assertThat(boundOf(3, 5, 7)).isEqualTo(12);
        assertThat(boundOf(7, 7)).isEqualTo(14);
    }

    @Test
    void aBrokerThatWasThereBeforeServesFromTheBeginning() {
        assertThat(BrokerLife.of(11)).isEqualTo(new BrokerLife(11, Long.MIN_VALUE, true));
        assertThat(new BrokerLife(11, 5, false).serving()).isEqualTo(new BrokerLife(11, 5, true));
    }
}
