package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class RabbitMqRecipeTest extends RecipeContract {

    /** With what ends a value, or a text, in files of settings. */
    private static final String PASSWORD = "s3#c\"r\\é t";

    RabbitMqRecipeTest() {
        super("rabbitmq");
    }

    @Override
    void use(ManagedBroker broker) throws Exception {
        assertThat(broker.urls()).containsOnlyKeys("rabbitmq", "rabbitmq-jms");
        assertThat(broker.pages()).isEmpty();
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(broker.url("rabbitmq"));
        roundTrip(factory);
    }

    private static void roundTrip(ConnectionFactory factory) throws Exception {
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            // A run stores it, and the broker's default has the name of the host.
            assertThat(connection.getServerProperties().get("cluster_name")).hasToString("dyno");
            channel.confirmSelect();
            String queue = channel.queueDeclare().getQueue();
            channel.basicPublish("", queue, null, "hello".getBytes(StandardCharsets.UTF_8));
            assertThat(channel.waitForConfirms(5_000)).isTrue();
            assertThat(channel.basicGet(queue, true).getBody()).asString().isEqualTo("hello");
        }
    }

    @Test
    void pluginsKnobsUserAndTls() throws Exception {
        BrokerSpec spec = withTls(TestHome.with(
                        spec(),
                        "management=true prometheus=true stream=true amqp1_0=true jms_topic_exchange=true "
                                + "vm-memory-high-watermark=300MiB vm-memory-paging-ratio=0.4 disk-free-limit=10MiB "
                                + "credit-flow-initial=1000 credit-flow-more-after=900 queue-index-embed-bytes=1KiB "
                                + "channel-max=9 heartbeat-seconds=11")
                .withKnob("erlang-flags", "+P 262144")
                .withKnob("user", "joe")
                .withKnob("password", PASSWORD));
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            assertThat(broker.urls()).containsOnlyKeys("rabbitmq", "amqp", "rabbitmq-jms");
            assertThat(broker.url("amqp")).isEqualTo("amqps://127.0.0.1:" + broker.port());
            ConnectionFactory factory = new ConnectionFactory();
            factory.setUri(broker.url("rabbitmq"));
            factory.useSslProtocol(trust());
            assertThatThrownBy(() -> roundTrip(factory)).isInstanceOf(AuthenticationFailureException.class);
            factory.setUsername("joe");
            factory.setPassword(PASSWORD);
            roundTrip(factory);
            try (Connection connection = factory.newConnection()) {
                assertThat(connection.getChannelMax()).isEqualTo(9);
                assertThat(connection.getHeartbeat()).isEqualTo(11);
            }
            String nodes = broker.pages().get("management") + "/api/nodes";
            // The node writes its own statistics down every 5 s.
            assertThat(TestHome.await(Duration.ofSeconds(20), () -> page(nodes).contains("mem_limit")))
                    .isTrue();
            assertThat(page(nodes))
                    .contains(
                            "\"mem_limit\":314572800",
                            "\"disk_free_limit\":10485760",
                            "\"proc_total\":262144",
                            "\"name\":\"x-jms-topic\"");
            // The file that the node says it has read.
            Matcher advanced = Pattern.compile("\"([^\"]+/advanced\\.config)\"").matcher(page(nodes));
            assertThat(advanced.find()).isTrue();
            assertThat(Path.of(advanced.group(1))).content().contains("{credit_flow_default_credit, {1000, 900}}");
            assertThat(page(broker.pages().get("management") + "/api/overview")).contains("\"protocol\":\"stream\"");
            assertThat(page(String.valueOf(broker.pages().get("statistics")))).contains("rabbitmq_build_info");
            assertThat(broker.facts()).containsEntry("amqp1_0", "true").doesNotContainKey("password");
        }
    }

    private static String page(String url) {
        String login = Base64.getEncoder().encodeToString(("joe:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Basic " + login)
                .build();
        return HttpClient.newHttpClient()
                .sendAsync(request, BodyHandlers.ofString())
                .orTimeout(5, TimeUnit.SECONDS)
                .join()
                .body();
    }

    /** A login by AMQP 1.0, which needs no TLS here. */
    @Test
    void thePluginForAmqp10Serves() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(spec().withKnob("amqp1_0", "true"))) {
            assertThat(RawAmqp.loginOutcome(TestHome.at(broker), "guest", "guest"))
                    .isZero();
            assertThat(RawAmqp.loginOutcome(TestHome.at(broker), "guest", "guess"))
                    .isEqualTo(1);
        }
    }
}
