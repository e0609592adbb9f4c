package dev.dyno.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Name and version of a broker, by the facts of its driver. */
class RunSummaryTest {

    private static RunSummary facts(Map<String, String> card) {
        return facts(parts -> parts.semantics = new DriverSemantics(card));
    }

    private static RunSummary facts(Consumer<RunResult.Parts> changes) {
        return new RunSummary(Path.of("run"), Samples.result(changes), Map.of(), List.of(), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "RabbitMQ 4.2.1, rabbitmq, 4.2.1",
        "nats-server 2.9.10, nats, 2.9.10",
        "Pulsar 4.0.7, pulsar, 4.0.7",
        "Artemis 2.37 or newer (core protocol 136), artemis, 2.37 or newer (core protocol 136)",
        "simulated, simulated,",
    })
    void aBrokerThatDynoDidNotStartHasTheNameAndVersionThatItReports(String told, String name, String version) {
        RunSummary facts = facts(Map.of("broker", told));
        assertThat(facts.broker()).contains(name);
        assertThat(facts.brokerVersion()).isEqualTo(Optional.ofNullable(version));
    }

    @Test
    void loadIsThatOfAllGroupsOfProducers() {
        Map<String, Object> orders = Map.of("destinations", List.of("queue://A"), "load", "constant 300/s");
        Map<String, Object> prices = Map.of("destinations", List.of("queue://B"), "load", "all-out");
        Map<String, Object> consumers = Map.of("destinations", List.of("queue://A", "queue://B"));
        assertThat(facts(parts -> parts.config =
                                Map.of("producers", List.of(orders, prices), "consumers", List.of(consumers)))
                        .load())
                .contains("A +1, 300/s + all-out");
        assertThat(facts(parts -> parts.config = Map.of("consumers", List.of(consumers)))
                        .load())
                .contains("A +1");
    }

    @Test
    void oneThatDynoStartedHasThoseOfItsRecipe() {
        RunSummary facts =
                facts(Map.of("broker", "RabbitMQ 4.2.1", "broker broker", "rabbitmq", "broker version", "4.2"));
        assertThat(facts.broker()).contains("rabbitmq");
        assertThat(facts.brokerVersion()).contains("4.2");
    }
}
