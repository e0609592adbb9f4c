package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.dyno.broker.real.RealBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A private RabbitMQ, and ways to do to it what the driver does not. */
final class RabbitNode {

    private static final String CONTROL = "/usr/lib/rabbitmq/bin/rabbitmqctl";

    private final RealBroker broker;

    RabbitNode(RealBroker broker) {
        this.broker = broker;
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
    List<String> ask(String... question) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(question));
        words.addAll(1, List.of("--quiet", "--no-table-headers"));
        control(words.toArray(String[]::new));
        return Files.readAllLines(broker.broker().data().resolve("control.log"));
    }

    /** Runs {@code rabbitmqctl} in the environment of the node, which says where that is. */
    void control(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(CONTROL));
        command.addAll(List.of(arguments));
        Path output = broker.broker().data().resolve("control.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        String ofTheNode =
                Files.readString(Path.of("/proc", String.valueOf(broker.broker().pid()), "environ"));
        for (String assignment : ofTheNode.split("\0", -1)) {
            int equals = assignment.indexOf('=');
            if (equals > 0) {
                environment.put(assignment.substring(0, equals), assignment.substring(equals + 1));
            }
        }
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError(command + ": " + Files.readString(output));
        }
    }
}
