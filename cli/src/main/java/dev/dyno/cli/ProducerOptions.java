package dev.dyno.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is sent, by how many, and when. */
final class ProducerOptions {

    @Option(
            names = "--producers",
            paramLabel = "N",
            defaultValue = Defaults.PRODUCERS,
            description = "Producers per destination. Default: ${DEFAULT-VALUE}.")
    String producers = Defaults.PRODUCERS;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = Defaults.THREADS,
            description = "Event loops that the producers are divided among. Default: ${DEFAULT-VALUE}.")
    String threads = Defaults.THREADS;

    @Option(names = "--shared-connections", description = "One connection per event loop instead of one per producer.")
    boolean sharedConnections;

    @Option(
            names = "--max-pending",
            paramLabel = "N",
            defaultValue = Defaults.MAX_PENDING,
            description = "Sends in flight per producer; 0 = no limit. Default: ${DEFAULT-VALUE}.")
    String maxPending = Defaults.MAX_PENDING;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description =
                    "Messages a second, of all producers together, as 30000 or 30000/s. Default: as fast as it goes.")
    Optional<String> rate = Optional.empty();

    @Option(
            names = "--schedule",
            paramLabel = "TEXT",
            description =
                    "Instead of --rate, one that changes: 'ramp 1000/s to 20000/s in 60s',"
                            + " 'steps 1000/s for 30s, 2000/s for 30s', 'burst 50/s for 30s, 1000/s for 10s' (over and over). Default: --rate.")
    Optional<String> schedule = Optional.empty();

    @Option(
            names = "--arrivals",
            paramLabel = "KIND",
            defaultValue = Defaults.ARRIVALS,
            description = "regular, or poisson: at random around the rate. Default: ${DEFAULT-VALUE}.")
    String arrivals = Defaults.ARRIVALS;

    @Option(
            names = "--missed",
            paramLabel = "POLICY",
            defaultValue = Defaults.MISSED,
            description =
                    "A message that could not be sent in time: queue (send it late) or skip (leave it out, count it)."
                            + " Default: ${DEFAULT-VALUE}.")
    String missed = Defaults.MISSED;

    @Option(names = "--sync", description = "Send one by one, each waiting for the broker; a thread per producer.")
    boolean sync;

    @Option(
            names = "--on-send-failure",
            paramLabel = "POLICY",
            defaultValue = Defaults.ON_SEND_FAILURE,
            description = "stop the run, or count and go on. Default: ${DEFAULT-VALUE}.")
    String onSendFailure = Defaults.ON_SEND_FAILURE;

    @Option(
            names = "--message-size",
            paramLabel = "SIZE",
            defaultValue = Defaults.MESSAGE_SIZE,
            description = "Body size: 1024, 4KiB, a range 100..200, or a list with weights 256:70,1KiB:20,4KiB:10."
                    + " Default: ${DEFAULT-VALUE}.")
    String messageSize = Defaults.MESSAGE_SIZE;

    @Option(
            names = "--body",
            paramLabel = "TYPE",
            defaultValue = Defaults.BODY,
            description = "bytes or text messages. Default: ${DEFAULT-VALUE}.")
    String body = Defaults.BODY;

    @Option(names = "--persistent", description = "Ask the broker to keep the messages over a restart.")
    boolean persistent;

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            defaultValue = Defaults.TTL,
            description = "Time to live, as 5s or 5000, which is ms. Default: for ever.")
    String ttl = Defaults.TTL;

    @Option(names = "--priority", paramLabel = "0-9", description = "Priority. Default: the client library's.")
    Optional<String> priority = Optional.empty();

    @Option(names = "--group", paramLabel = "NAME", description = "Message group (JMSXGroupID). Default: none.")
    Optional<String> group = Optional.empty();

    @Option(
            names = "--property",
            paramLabel = "NAME=VALUE",
            description =
                    "Application property of each message: a whole number, a decimal number, true, false, or a word;"
                            + " may be repeated. Default: none.")
    Map<String, String> properties = new LinkedHashMap<>();

    @Option(names = "--enable-msg-id", description = "Let the client library make message IDs.")
    boolean messageId;

    @Option(names = "--enable-timestamp", description = "Let the client library timestamp messages.")
    boolean timestamp;
}
