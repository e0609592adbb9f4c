package dev.dyno.driver.mqtt;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import java.util.concurrent.CompletableFuture;

/**
 * One MQTT client with its network connection and its session, of one of the two versions. The producers of a connection share
 * one; a consumer has one of its own, because subscriptions, acknowledgements and flow control belong to the session: of two
 * subscriptions to the same topic a session has one.
 */
interface Link {

    /** Connects, and blocks until the broker has accepted. What comes for the session goes to the inbox, from now on. */
    void connect(LinkSpec spec) throws DriverException;

    /** What is received on this link. */
    Inbox<?> inbox();

    /** Messages that the broker bears to be under way to it. */
    int sendMaximum();

    /**
     * A message that can be published again and again.
     *
     * @param payload of which the present content is sent each time
     * @param spec says what else belongs to it
     */
    Publication publication(String topic, byte[] payload, ProducerSpec spec);

    /** Subscribes, and blocks until the broker has granted it. */
    void subscribe(String filter) throws DriverException;

    /** Disconnects, in a bounded time; nothing happens if the link is broken. */
    void disconnect();

    /** Publishes one message. */
    @FunctionalInterface
    interface Publication {

        /** Completes on a thread of the client library, with the end of the handshake that the QoS asks for. */
        CompletableFuture<?> publish();
    }
}
