package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class QpidRecipeTest extends RecipeContract {

    QpidRecipeTest() {
        super("qpid");
    }

    @Override
    BrokerSpec spec() {
        return super.spec().withHeap("256m");
    }

    @Override
    void use(ManagedBroker broker) throws Exception {
        assertThat(broker.urls()).containsOnlyKeys("amqp", "rabbitmq");
        assertThat(broker.url("amqp")).isEqualTo("amqp://" + broker.host() + ":" + broker.port());
        assertThat(broker.facts()).containsEntry("jvm-flags", "-Xms268435456 -Xmx268435456");
        assertThat(RawAmqp.anonymousOutcome(TestHome.at(broker), Optional.empty()))
                .isZero();
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(broker.url("rabbitmq"));
        send(factory, "kept");
        assertThat(receive(factory, "kept")).isEqualTo("hello");
    }

    private static void send(ConnectionFactory factory, String queue) throws Exception {
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            channel.queueDeclare(queue, true, false, false, Map.of());
            channel.basicPublish(
                    "", queue, MessageProperties.PERSISTENT_BASIC, "hello".getBytes(StandardCharsets.UTF_8));
            assertThat(channel.waitForConfirms(5_000)).isTrue();
        }
    }

    private static String receive(ConnectionFactory factory, String queue) throws Exception {
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            return new String(channel.basicGet(queue, true).getBody(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aDurableMessageOutlivesAKilledBroker() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(spec())) {
            ConnectionFactory factory = new ConnectionFactory();
            factory.setUri(broker.url("rabbitmq"));
            send(factory, "kept");
            broker.kill();
            broker.restart();
            assertThat(receive(factory, "kept")).isEqualTo("hello");
        }
    }

    /** As its REST interface has them, and those that are properties of its JVM, the JVM. */
    @Test
    void knobsReachTheBroker() throws Exception {
        try (ManagedBroker broker = startWith(
                "store=Memory auto-create=false overflow-policy=RING max-queue-messages=7 max-queue-bytes=2KiB"
                        + " flow-resume-limit=61 flow-to-disk-threshold=11MiB")) {
            Matcher port = Pattern.compile("\"type\": \"HTTP\",\\s+\"port\": \"(\\d+)\"")
                    .matcher(Files.readString(broker.data().resolve("broker.json")));
            assertThat(port.find()).isTrue();
            String rest = "http://" + broker.host() + ":" + port.group(1) + "/api/latest/";
            assertThat(page(rest + "virtualhostnode/default")).contains("\"type\":\"Memory\"");
            assertThat(page(rest + "virtualhost/default/default"))
                    .contains(
                            "\"createdOnPublish\":false",
                            "\"createdOnConsume\":false",
                            "\"overflowPolicy\":\"RING\"",
                            "\"maximumQueueDepthMessages\":\"7\"",
                            "\"maximumQueueDepthBytes\":\"2048\"");
            assertThat(Files.readString(Path.of("/proc/" + broker.pid() + "/cmdline"))
                            .split("\0", -1))
                    .contains("-Dqueue.queueFlowResumeLimit=61", "-Dbroker.flowToDiskThreshold=11534336");
        }
    }

    /** Without spaces. */
    private static String page(String url) {
        return HttpClient.newHttpClient()
                .sendAsync(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
                .orTimeout(10, TimeUnit.SECONDS)
                .join()
                .body()
                .replaceAll("\\s+", "");
    }

    @Test
    void onlyTheUserIsLetInAndByTls() throws Exception {
        BrokerSpec spec = withTls(
                TestHome.with(spec(), "store=Memory security=true user=joe").withKnob("password", "pass\"word\\1"));
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            assertThat(broker.url("amqp")).isEqualTo("amqps://" + broker.host() + ":" + broker.port());
            assertThat(RawAmqp.loginOutcome(TestHome.at(broker), Optional.of(trust()), "joe", "pass\"word\\1"))
                    .isZero();
            assertThat(RawAmqp.loginOutcome(TestHome.at(broker), Optional.of(trust()), "joe", "guess"))
                    .isEqualTo(1);
            ConnectionFactory factory = new ConnectionFactory();
            factory.setUri(broker.url("rabbitmq"));
            factory.useSslProtocol(trust());
            factory.enableHostnameVerification();
            assertThatThrownBy(() -> send(factory, "temporary"))
                    .isInstanceOf(PossibleAuthenticationFailureException.class);
            factory.setUsername("joe");
            factory.setPassword("pass\"word\\1");
            send(factory, "temporary");
            assertThat(receive(factory, "temporary")).isEqualTo("hello");
        }
    }
}
