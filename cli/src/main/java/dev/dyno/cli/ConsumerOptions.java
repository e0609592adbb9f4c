package dev.dyno.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/** By how many the messages are received, and how. */
final class ConsumerOptions {

    @Option(
            names = "--consumers",
            paramLabel = "N",
            defaultValue = Defaults.CONSUMERS,
            description = "Consumers per destination, or per shared subscription. Default: ${DEFAULT-VALUE}.")
    String consumers = Defaults.CONSUMERS;

    @Option(
            names = "--shared",
            paramLabel = "N",
            defaultValue = Defaults.SHARED,
            description = "Shared subscriptions per topic. Default: each consumer has one of its own.")
    String shared = Defaults.SHARED;

    @Option(names = "--durable", description = "Durable subscriptions; they are removed at the end.")
    boolean durable;

    @Option(
            names = {"--consumer-connections", "--num-connections"},
            paramLabel = "N",
            defaultValue = Defaults.CONSUMER_CONNECTIONS,
            description = "Connections that the consumers are divided among. Default: one per consumer.")
    String connections = Defaults.CONSUMER_CONNECTIONS;

    @Option(
            names = "--ack-mode",
            paramLabel = "MODE",
            defaultValue = Defaults.ACK_MODE,
            description = "auto, client, dups-ok, individual or transacted. Default: ${DEFAULT-VALUE}.")
    String ackMode = Defaults.ACK_MODE;

    @Option(names = "--tx", description = "The same as --ack-mode transacted.")
    boolean tx;

    @Option(
            names = "--consumer-commit-interval",
            paramLabel = "N",
            description =
                    "Messages per commit or client acknowledgement of a consumer. Default: that of --commit-interval, else 1.")
    Optional<String> commitInterval = Optional.empty();

    @Option(
            names = "--consume",
            paramLabel = "MODE",
            defaultValue = Defaults.CONSUME,
            description = "listener, receive (a thread waits) or poll (a thread looks). Default: ${DEFAULT-VALUE}.")
    String consume = Defaults.CONSUME;

    @Option(
            names = "--poll-interval",
            paramLabel = "TIME",
            defaultValue = Defaults.POLL_INTERVAL,
            description = "Pause after an empty look, with --consume poll. Default: ${DEFAULT-VALUE}.")
    String pollInterval = Defaults.POLL_INTERVAL;

    @Option(
            names = "--think-time",
            paramLabel = "TIME",
            defaultValue = Defaults.THINK_TIME,
            description = "What a consumer spends on each message before it is acknowledged, as 5ms. Default: nothing.")
    String thinkTime = Defaults.THINK_TIME;

    @Option(
            names = "--start-delay",
            paramLabel = "TIME",
            defaultValue = Defaults.START_DELAY,
            description = "Let the consumers start so much later than the load, so that the broker collects messages."
                    + " Default: with it.")
    String startDelay = Defaults.START_DELAY;

    @Option(names = "--selector", paramLabel = "TEXT", description = "The broker's filter expression. Default: none.")
    Optional<String> selector = Optional.empty();
}
