package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.InstalledProgram;
import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.tck.TestClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One RabbitMQ for all test classes that want it, started by the first and stopped after the last, and ways to do to it what the
 * driver does not.
 */
final class OnRabbit implements BeforeAllCallback {

    @SuppressWarnings("NullAway.Init") // Before all tests of the first class.
    private static volatile RealBroker broker;

    @Override
    public void beforeAll(ExtensionContext context) {
        broker = RealBroker.shared(context, BrokerSpec.of("rabbitmq"));
    }

    static String url() {
        return broker.url("rabbitmq");
    }

    static ClientSpec spec(Map<String, String> properties) {
        return TestClient.spec(url(), properties);
    }

    /** @param settings names and values in turn */
    static TestClient fixture(String... settings) throws DriverException {
        return TestClient.open(url(), settings);
    }

    /** The library without the driver: sees queues and messages as any other application does. */
    static Connection connect() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(broker.port());
        return factory.newConnection();
    }

    /** Use of a channel. */
    @FunctionalInterface
    interface Use<T> {
        T of(Channel channel) throws Exception;
    }

    /** Uses a channel of such a connection. */
    static <T> T channel(Use<T> use) throws Exception {
        try (Connection connection = connect();
                Channel channel = connection.createChannel()) {
            return use.of(channel);
        }
    }

    /** Messages of a queue that no consumer has. */
    static long count(String queue) throws Exception {
        return channel(channel -> channel.messageCount(queue));
    }

    /** The lines of an answer of {@code rabbitmqctl}, without headings. */
    static List<String> ask(String... question) {
        List<String> words = new ArrayList<>(List.of(question));
        words.addAll(1, List.of("--quiet", "--no-table-headers"));
        return control(words.toArray(String[]::new));
    }

    /** Has a queue refuse messages while it holds three, by the policy {@code full}, which no client knows of. */
    static void refuseBeyondThree(String queue) {
        control(
                "set_policy",
                "full",
                "^" + queue + "$",
                "{\"max-length\":3,\"overflow\":\"reject-publish\"}",
                "--apply-to",
                "queues");
    }

    /** The lines that {@code rabbitmqctl} prints of the node. */
    static List<String> control(String... arguments) {
        return broker.tool("rabbitmqctl", arguments);
    }

    /** Program of the RabbitMQ that the recipe finds. */
    static Path program(String name) {
        return InstalledProgram.beside("rabbitmq", name);
    }
}
