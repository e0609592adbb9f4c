package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.dyno.broker.process.InstalledProgram;
import dev.dyno.broker.process.real.RealBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** A private RabbitMQ, and ways to do to it what the driver does not. */
final class RabbitNode {

    private final RealBroker broker;

    RabbitNode(RealBroker broker) {
        this.broker = broker;
    }

    /** Program of the RabbitMQ that the recipe finds. */
    static Path program(String name) {
        return InstalledProgram.beside("rabbitmq", name);
    }

    String url() {
        return broker.url("rabbitmq");
    }

    /** The library without the driver: sees queues and messages as any other application does. */
    Connection connect() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(broker.port());
        return factory.newConnection();
    }

    /** The lines of an answer of {@code rabbitmqctl}, without headings. */
    List<String> ask(String... question) {
        List<String> words = new ArrayList<>(List.of(question));
        words.addAll(1, List.of("--quiet", "--no-table-headers"));
        return control(words.toArray(String[]::new));
    }

    /** The lines that {@code rabbitmqctl} prints of the node. */
    List<String> control(String... arguments) {
        return broker.tool("rabbitmqctl", arguments);
    }
}
