package dev.dyno.driver.andes;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.jms.JmsDriver;
import dev.dyno.driver.tck.DriverFolder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** URLs of Andes's client, which are not like those of others. */
class AndesUrlTest {

    @ParameterizedTest
    @ValueSource(strings = {"amqp://user:pw@127.0.0.1:5672", "amqp://127.0.0.1:5672", "tcp://127.0.0.1:5672"})
    void oneOfAnotherFormIsAnsweredWithTheForm(String url) {
        assertThatThrownBy(
                        () -> new JmsDriver().open(DriverFolder.ofThisModule().spec(url)))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith(
                        "org.wso2.andes.client.AMQConnectionFactory does not accept " + url.replace("user:pw@", ""))
                .hasMessageEndingWith("; must be like amqp://USER:PASSWORD@CLIENT/VHOST?brokerlist='tcp://HOST:PORT'");
    }
}
