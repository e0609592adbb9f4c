package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names and settings that only a driver knows, asked of the shipped ones before the broker is started. */
class RefusedByDriverTest extends OnManagedBroker {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                kafka | not a topic of Kafka; must be 1 to 249 of the characters A-Z, a-z, 0-9, ., _ and -
                nats | not a subject of NATS; must be words without spaces, * and >, joined by dots
                mosquitto | not a topic of MQTT that can be sent to; must be without + and #
                """)
    void aNameThatTheBrokerCannotHaveIsRefusedBeforeItIsStarted(String broker, String rule) {
        Ran ran = run("client", "--broker", broker, "topic://Заказы #7/é").ended(Exit.USAGE);
        assertThat(ran.errLines()).hasSize(2).first().asString().endsWith("topic://Заказы #7/é: " + rule);
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void aPropertyThatTheDriverDoesNotKnowIsRefusedBeforeItsBrokerIsStarted() {
        Ran ran = run("client", "--broker", "kafka", "--driver-property", "linger.mss=5", "topic://a")
                .ended(Exit.USAGE);
        assertThat(ran.errLines())
                .hasSize(2)
                .first()
                .asString()
                .endsWith("linger.mss: unknown setting of the Kafka driver; did you mean linger.ms?");
    }
}
