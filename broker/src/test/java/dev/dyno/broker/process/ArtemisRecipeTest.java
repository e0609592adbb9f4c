package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.TemporaryQueue;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;

class ArtemisRecipeTest extends RecipeContract {

    ArtemisRecipeTest() {
        super("artemis");
    }

    @Override
    void use(ManagedBroker broker) throws Exception {
        assertThat(broker.urls()).containsOnlyKeys("artemis", "amqp");
        JmsOnArtemis.send(broker.url("artemis"), "q", "hello");
        assertThat(JmsOnArtemis.receive(broker.url("artemis"), "q")).contains("hello");
    }

    /** As its management has them; whether the journal waits for the disk it does not say. */
    @Test
    void knobsReachTheBroker() throws Exception {
        try (ManagedBroker broker = startWith(
                        "address-full-policy=BLOCK max-size-bytes=20MiB page-size-bytes=5MiB global-max-size=300MiB"
                                + " journal-type=MAPPED journal-buffer-timeout=7us journal-datasync=false journal-file-size=1MiB"
                                + " persistence-enabled=false max-delivery-attempts=3 auto-create=false"
                                + " security=true user=joe password=s3cret");
                ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(broker.url("artemis"));
                JMSContext context = factory.createContext("joe", "s3cret")) {
            Map<String, String> attributes = Map.of(
                    "globalMaxSize", "314572800",
                    "journalType", "MAPPED",
                    "journalBufferTimeout", "7000",
                    "journalFileSize", "1048576",
                    "persistenceEnabled", "false",
                    "securityEnabled", "true");
            for (Map.Entry<String, String> each : attributes.entrySet()) {
                Message question = context.createMessage();
                JMSManagementHelper.putAttribute(question, "broker", each.getKey());
                assertThat(answer(context, question)).as(each.getKey()).isEqualTo(each.getValue());
            }
            Message question = context.createMessage();
            JMSManagementHelper.putOperationInvocation(question, "broker", "getAddressSettingsAsJSON", "#");
            assertThat(answer(context, question))
                    .contains(
                            "\"addressFullMessagePolicy\":\"BLOCK\"",
                            "\"maxSizeBytes\":20971520",
                            "\"pageSizeBytes\":5242880",
                            "\"maxDeliveryAttempts\":3",
                            "\"autoCreateQueues\":false",
                            "\"autoCreateAddresses\":false");
            assertThat(broker.data().resolve("broker.xml"))
                    .content()
                    .contains("<journal-datasync>false</journal-datasync>");
            assertThatThrownBy(() -> factory.createContext("joe", "guess"))
                    .isInstanceOf(JMSSecurityRuntimeException.class);
        }
    }

    private static String answer(JMSContext context, Message question) throws Exception {
        TemporaryQueue answers = context.createTemporaryQueue();
        question.setJMSReplyTo(answers);
        try (JMSConsumer consumer = context.createConsumer(answers)) {
            context.createProducer().send(context.createQueue("activemq.management"), question);
            return String.valueOf(JMSManagementHelper.getResult(consumer.receive(10_000)));
        }
    }

    @Test
    void clientsConnectByTlsAndOnlyThoseThatTrustItsAuthority() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(withTls(spec()))) {
            assertThat(broker.url("amqp")).isEqualTo("amqps://127.0.0.1:" + broker.port());
            assertThat(broker.url("artemis")).isEqualTo("tcp://127.0.0.1:" + broker.port() + "?sslEnabled=true");
            String trusting =
                    broker.url("artemis") + "&trustStoreType=PEMCA&trustStorePath=" + folder.resolve("ca.pem");
            JmsOnArtemis.send(trusting, "q", "hello");
            assertThat(JmsOnArtemis.receive(trusting, "q")).contains("hello");
            assertThat(RawAmqp.answerToHeader(TestHome.at(broker), Optional.of(trust())))
                    .isEqualTo(RawAmqp.header());
            String distrusting = broker.url("artemis") + "&initialConnectAttempts=1";
            assertThatThrownBy(() -> JmsOnArtemis.send(distrusting, "q", "hello"))
                    .isInstanceOf(JMSRuntimeException.class);
        }
    }

    @Test
    void aVersionBeforeTheKnobsForTlsRefusesThem() {
        BrokerSpec old = withTls(BrokerSpec.of("artemis:2.6.3"));
        assertThatThrownBy(() -> TestHome.launcher().start(old))
                .isInstanceOf(BrokerException.class)
                .message()
                .satisfies(message -> assertThat(message.lines())
                        .containsExactlyElementsOf(Stream.of("tls", "tls-certificate", "tls-key")
                                .map(knob -> "broker artemis: knob " + knob
                                        + ": needs version 2.30.0 or newer, and this is 2.6.3.")
                                .toList()));
    }
}
