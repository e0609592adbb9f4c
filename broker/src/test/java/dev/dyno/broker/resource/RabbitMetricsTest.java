package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.ResourceMetric;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real RabbitMQ with messages in all states, as its page for Prometheus tells of it. */
@Tag("broker")
@Tag("nightly")
class RabbitMetricsTest {

    private static final int SENT = 20;
    private static final int TAKEN = 5;

    /** The broker renews its figures every 5 s. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Figures that it must have, whatever else there is. */
    private static final Map<ResourceMetric, Double> LEVELS = Map.of(
            ResourceMetric.QUEUED,
            (double) SENT,
            ResourceMetric.READY,
            (double) SENT - TAKEN,
            ResourceMetric.UNACKNOWLEDGED,
            (double) TAKEN,
            ResourceMetric.CONNECTIONS,
            1.0);

    private final SystemTime time = new SystemTime();

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static RealBroker broker;

    @SuppressWarnings("NullAway.Init") // Before all tests.
    private static Connection connection;

    @BeforeAll
    static void start() throws Exception {
        broker = RealBroker.start(BrokerSpec.of("rabbitmq").withKnob("prometheus", "true"));
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(broker.url("rabbitmq"));
        connection = factory.newConnection();
        Channel channel = connection.createChannel();
        channel.confirmSelect();
        String queue = channel.queueDeclare().getQueue();
        for (int i = 0; i < SENT; i++) {
            channel.basicPublish("", queue, null, "hello".getBytes(StandardCharsets.UTF_8));
        }
        channel.waitForConfirmsOrDie(10_000);
        for (int i = 0; i < TAKEN; i++) {
            assertThat(channel.basicGet(queue, false)).isNotNull();
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (connection != null) {
            connection.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    private static String page(String name) {
        return Objects.requireNonNull(broker.broker().pages().get(name));
    }

    /** Added as {@code --broker-metrics} adds it, and read until the broker has renewed its figures. */
    private ResourceReading readUntilRenewed(String url) throws ProbeException {
        try (Probes probes = Probes.none()) {
            probes.addMetrics(MetricsSource.parse(url, List.of()), time);
            ResourceReader probe = probes.all().get(0);
            long giveUpNs = time.nanoTime() + PATIENCE.toNanos();
            String last;
            while (true) {
                try {
                    ResourceReading reading = probe.read(time.nanoTime());
                    if (wrong(reading).isEmpty()) {
                        return reading;
                    }
                    last = wrong(reading) + "; all: " + reading.levels() + reading.counters();
                } catch (ProbeException e) {
                    // A broker that has just been started may be late; in a run that is a second without its figures.
                    last = e.getMessage();
                }
                assertThat(time.nanoTime()).as(last).isLessThan(giveUpNs);
                time.parkUntil(time.nanoTime() + 100_000_000L);
            }
        }
    }

    private static List<String> wrong(ResourceReading reading) {
        List<String> wrong = new ArrayList<>();
        LEVELS.forEach((metric, expected) -> {
            if (!expected.equals(reading.levels().get(metric.tag()))) {
                wrong.add(metric.tag() + " is not " + expected);
            }
        });
        if (!Double.valueOf(SENT).equals(reading.counters().get(ResourceMetric.PUBLISHED.tag()))) {
            wrong.add(ResourceMetric.PUBLISHED.tag() + " does not count " + SENT);
        }
        if (!Double.valueOf(TAKEN).equals(reading.counters().get(ResourceMetric.DELIVERED.tag()))) {
            wrong.add(ResourceMetric.DELIVERED.tag() + " does not count " + TAKEN);
        }
        return wrong;
    }

    @Test
    void thePageForPrometheusTellsTotalsOfQueuesAndOfTheProcess() throws Exception {
        ResourceReading reading = readUntilRenewed(page("statistics"));
        assertThat(reading.levels().get(ResourceMetric.RSS.tag())).isGreaterThan(10e6);
        assertThat(reading.levels().get(ResourceMetric.OPEN_FILES.tag())).isPositive();
    }
}
