package dev.dyno.driver.andes;

import static dev.dyno.driver.tck.FailureSentences.assertFails;

import dev.dyno.driver.jms.JmsDriver;
import dev.dyno.driver.tck.DriverFolder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** URLs of Andes's client, which are not like those of others. */
class AndesUrlTest {

    @ParameterizedTest
    @ValueSource(strings = {"amqp://user:pw@127.0.0.1:5672", "amqp://127.0.0.1:5672", "tcp://127.0.0.1:5672"})
    void oneOfAnotherFormIsAnsweredWithTheForm(String url) {
        assertFails(
                () -> new JmsDriver().open(DriverFolder.ofThisModule().spec(url)),
                "org.wso2.andes.client.AMQConnectionFactory does not accept " + url.replace("user:pw@", "")
                        + "…; must be like amqp://USER:PASSWORD@CLIENT/VHOST?brokerlist='tcp://HOST:PORT'");
    }
}
