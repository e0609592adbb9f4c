package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.ConsumerSpec.ReceiveMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.util.Map;

/** Sends and receives one message, to see whether a connection works. */
public final class Exchange {

    private Exchange() {}

    /**
     * Sends a message to a queue of its own and receives it.
     *
     * @return facts of the semantics card
     * @throws DriverException if the client cannot connect, send or receive
     */
    public static Map<String, String> passes(ClientSpec spec) throws DriverException {
        Destination queue = TestClient.queue();
        ProducerSpec sends = ProducerSpecs.plain(queue, SendMode.SYNC, 0, false);
        try (TestClient client = new TestClient(spec)) {
            Inbox inbox = client.consume(new ConsumerSpec(queue, AckMode.AUTO, ReceiveMode.RECEIVE));
            Producer producer = client.produce(sends);
            client.connection().start();
            producer.send(TestClient.body(7));
            assertThat(inbox.receive(1)).containsExactly(7L);
            client.connection().stop();
            Map<String, String> card = client.client().semantics(sends).facts();
            producer.close();
            inbox.consumer().close();
            return card;
        }
    }

    /**
     * Checks that the client is refused, with a sentence in one line that contains the given words. Creates a consumer and a
     * producer, too, because some client libraries connect only then.
     */
    public static void assertRefused(Class<? extends DriverException> type, ClientSpec spec, String words) {
        assertThatThrownBy(() -> passes(spec))
                .isInstanceOf(type)
                .hasMessageMatching("cannot (connect to|create a) .*")
                .hasMessageContaining(words)
                .hasMessageNotContaining("\n");
    }
}
