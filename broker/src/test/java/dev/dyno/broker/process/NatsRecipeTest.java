package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Subscription;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // The library's close may be interrupted.
class NatsRecipeTest extends RecipeContract {

    NatsRecipeTest() {
        super("nats");
    }

    @Override
    void use(ManagedBroker broker) throws Exception {
        try (Connection nats = Nats.connect(broker.url("nats"))) {
            assertThat(nats.jetStreamManagement().getAccountStatistics().getStreams())
                    .isZero();
        }
        assertThat(broker.urls()).containsOnlyKeys("nats", "jetstream").containsEntry("jetstream", broker.url("nats"));
        assertThat(broker.url("nats")).isEqualTo("nats://" + broker.host() + ":" + broker.port());
    }

    @Test
    void knobsReachTheServer() throws Exception {
        try (ManagedBroker broker =
                startWith("max-memory-store=16MiB max-file-store=32MiB max-payload=2KiB max-pending=1MiB "
                        + "write-deadline=3s max-connections=7 monitoring=true mqtt=true")) {
            HttpRequest variables = HttpRequest.newBuilder(
                            URI.create(broker.pages().get("monitoring") + "/varz"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(variables, BodyHandlers.ofString())
                            .body())
                    .contains(
                            "\"max_memory\": 16777216", "\"max_storage\": 33554432",
                            "\"max_payload\": 2048", "\"max_pending\": 1048576",
                            "\"write_deadline\": 3000000000", "\"max_connections\": 7");
            MqttOnBroker.open(broker.url("mqtt")).close();
        }
    }

    @Test
    void withoutJetStreamItStoresNothing() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(spec().withKnob("jetstream", "false"));
                Connection nats = Nats.connect(broker.url("nats"))) {
            assertThat(broker.urls()).containsOnlyKeys("nats");
            Subscription answers = nats.subscribe("answers");
            nats.publish("answers", "hello".getBytes(StandardCharsets.UTF_8));
            assertThat(answers.nextMessage(Duration.ofSeconds(5)).getData())
                    .asString()
                    .isEqualTo("hello");
            assertThat(broker.data().resolve("store")).doesNotExist();
        }
    }

    @Test
    void onlyTheUserIsLetInAndByTls() throws Exception {
        BrokerSpec spec = withTls(
                spec().withKnob("security", "true").withKnob("user", "joe").withKnob("password", "quo\"te\\d"));
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            assertThat(broker.url("nats")).isEqualTo("tls://" + broker.host() + ":" + broker.port());
            Options.Builder options =
                    Options.builder().server(broker.url("nats")).sslContext(trust());
            assertThatThrownBy(() -> Nats.connect(options.build())).isInstanceOf(AuthenticationException.class);
            options.userInfo("joe".toCharArray(), "quo\"te\\d".toCharArray());
            try (Connection joe = Nats.connect(options.build())) {
                assertThat(joe.getStatus()).isEqualTo(Connection.Status.CONNECTED);
            }
        }
    }

    @Test
    void whatItsVersionDoesNotKnowIsSaidInItsOwnWords() {
        TestHome.assertRefused(
                spec().withKnob("write-deadline", "soon"),
                "broker nats: ended with status 1 before it was ready.…write_deadline…");
    }
}
