package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultSaslConfig;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class AndesRecipeTest extends RecipeContract {

    AndesRecipeTest() {
        super("andes");
    }

    @Override
    BrokerSpec spec() {
        // By itself it waits 2 s for further messages before it delivers one, and 10 s before the first one.
        return super.spec()
                .withHeap("256m")
                .withKnob("slot-accumulation-ms", "20")
                .withKnob("slot-submit-delay-ms", "20");
    }

    @Override
    void use(ManagedBroker broker) throws Exception {
        assertThat(broker.url("andes"))
                .isEqualTo("amqp://admin:admin@dyno/carbon?brokerlist='tcp://" + broker.host() + ":" + broker.port()
                        + "'");
        roundTrip(factory(broker, "admin", "admin"));
    }

    private static ConnectionFactory factory(ManagedBroker broker, String user, String password) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(broker.host());
        factory.setPort(broker.port());
        factory.setUsername(user);
        factory.setPassword(password);
        factory.setVirtualHost("carbon");
        factory.setRequestedHeartbeat(0);
        factory.setSaslConfig(DefaultSaslConfig.PLAIN);
        return factory;
    }

    private static void roundTrip(ConnectionFactory factory) throws Exception {
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            String queue = "q" + UUID.randomUUID();
            channel.queueDeclare(queue, true, false, false, Map.of());
            channel.queueBind(queue, "amq.direct", queue);
            BlockingQueue<String> received = new LinkedBlockingQueue<>();
            // Not without acknowledgements, which Andes answers by closing the connection.
            channel.basicConsume(
                    queue,
                    false,
                    (tag, delivery) -> {
                        // Before the other thread hears of the message, and closes the channel.
                        channel.basicAck(delivery.getEnvelope().getDeliveryTag(), false);
                        received.add(new String(delivery.getBody(), StandardCharsets.UTF_8));
                    },
                    tag -> {});
            channel.basicPublish("amq.direct", queue, new BasicProperties(), "hello".getBytes(StandardCharsets.UTF_8));
            assertThat(received.poll(20, TimeUnit.SECONDS)).isEqualTo("hello");
        }
    }

    @Test
    void knobsAndTheUserReachTheBroker() throws Exception {
        try (ManagedBroker broker = startWith("store=memory flow-global-low=5 flow-global-high=6 flow-channel-low=3 "
                + "flow-channel-high=4 slot-window-size=7 max-redelivery-attempts=8 cache-size=9 "
                + "user=joe password=s3cret")) {
            assertThat(broker.version()).isEqualTo("3.3.25");
            assertThat(broker.facts())
                    .containsAllEntriesOf(
                            TestHome.values("store=memory flow-global-low=5 flow-global-high=6 flow-channel-low=3 "
                                    + "flow-channel-high=4 slot-window-size=7 slot-accumulation-ms=20 "
                                    + "slot-submit-delay-ms=20 max-redelivery-attempts=8 cache-size=9"))
                    .doesNotContainKey("password");
            assertThat(broker.data().resolve("store")).doesNotExist();
            roundTrip(factory(broker, "joe", "s3cret"));
            assertThatThrownBy(() -> roundTrip(factory(broker, "joe", "guess")))
                    .isInstanceOf(PossibleAuthenticationFailureException.class);
        }
    }

    @Test
    void aUserThatAndesCannotTellFromItsPasswordIsRefused() {
        TestHome.assertRefused(
                spec().withKnob("user", "joe:jane"),
                "broker andes: user and password: must be without blanks and colons…");
    }
}
