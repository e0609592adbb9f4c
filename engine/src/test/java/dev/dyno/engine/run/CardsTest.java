package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Destination;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.result.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CardsTest extends SimulatedRun {

    @ParameterizedTest
    @CsvSource({
        "topic://T, true,  true,  in durable subscriptions, yes",
        "topic://T, true,  false, in durable subscriptions, no: no subscription is durable",
        "topic://T, false, false, in durable subscriptions, in durable subscriptions",
        "topic://T, true,  false, yes,                      yes",
        "queue://Q, true,  false, yes,                      yes",
        "queue://Q, true,  false, no,                       no"
    })
    void aMessageToATopicIsAsPersistentAsItsSubscriptionsAreDurable(
            String destination, boolean consume, boolean durable, String byDriver, String expected) {
        simulation.destinations = List.of(Destination.parse(destination));
        simulation.set("persistent true; consume %s; durable %s", consume, durable);
        Semantics semantics = new Semantics(AcknowledgedBy.BROKER, Map.of(Semantics.PERSISTENT, byDriver));
        assertThat(RunHead.card(simulation.plan(), semantics).facts()).containsEntry(Semantics.PERSISTENT, expected);
    }

    @Test
    void flagsOfTheBrokerAreOnTheCardWithoutPasswords() {
        Map<String, String> facts = Map.of(
                "jvm-flags", "-Xmx1g -Dx.password=word -Xss1m",
                "erlang-flags", "+S 2:2 -setcookie word",
                "passwords", "true");
        RunPlan withFlags = Samples.changed(simulation.plan(), Map.of("brokerFacts", facts));
        assertThat(RunHead.card(withFlags, new Semantics(AcknowledgedBy.BROKER, Map.of()))
                        .facts())
                .containsEntry("broker jvm-flags", "-Xmx1g -Dx.password=(hidden) -Xss1m")
                .containsEntry("broker erlang-flags", "+S 2:2 -setcookie (hidden)")
                .containsEntry("broker passwords", "true");
    }

    @ParameterizedTest
    @CsvSource({"'', answers at once", "1ms, 'capacity 3, service 1ms'"})
    void theCardOfTheSimulatedBrokerIsInWords(String service, String expected) {
        simulation.messageCount = 10;
        if (!service.isEmpty()) {
            simulation.script("service", service).script("capacity", "3");
        }
        assertThat(simulation.run().semantics().facts()).containsEntry("script", expected);
    }
}
