package dev.dyno.cli;

/** The default of every option, in the form in which it is typed. Help and documentation take them from here. */
final class Defaults {

    static final String DESTINATION = "queue://TEST";
    static final String BROKER = "artemis";
    static final String MESSAGE_SIZE = "1024";
    static final String MAX_PENDING = "1";
    static final String THREADS = "1";
    static final String PRODUCERS = "1";
    static final String CONSUMERS = "1";
    static final String NUM_DESTINATIONS = "1";
    static final String DURATION = "0";
    static final String WARMUP = "0";
    static final String DRAIN = "30s";
    static final String MESSAGE_COUNT = "0";
    static final String BODY = "bytes";
    static final String ARRIVALS = "regular";
    static final String MISSED = "queue";
    static final String ON_SEND_FAILURE = "stop";
    static final String TTL = "0";
    static final String COMMIT_INTERVAL = "0";
    static final String SHARED = "0";
    static final String CONSUMER_CONNECTIONS = "0";
    static final String THINK_TIME = "0";
    static final String START_DELAY = "0";
    static final String PORT = "0";
    static final String ACK_MODE = "auto";
    static final String CONSUME = "listener";
    static final String POLL_INTERVAL = "1ms";
    static final String RECONNECT_DELAY = "100ms";
    static final String SEED = "1";
    static final String BLOCKS = "20";
    static final String BUDGET = "30m";

    private Defaults() {}
}
