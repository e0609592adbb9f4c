package dev.dyno.driver.mqtt;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import java.util.concurrent.CompletableFuture;

/**
 * One MQTT client with its network connection and its session, of one of the two versions. The producers of a connection share
 * one; a consumer has one of its own, because subscriptions, acknowledgements and flow control belong to the session, which can
 * subscribe to a topic only once.
 */
interface Link {

    /** Connects, and blocks until the broker has accepted. From now on, messages for the session go to the inbox. */
    void connect(LinkSpec spec) throws DriverException;

    /** Messages received on this link. */
    Inbox<?> inbox();

    /** Maximum number of messages in flight that the broker allows. */
    int sendMaximum();

    /**
     * A message that can be published repeatedly.
     *
     * @param payload array whose present content is sent each time
     * @param spec other properties of the message
     */
    Publication publication(String topic, byte[] payload, ProducerSpec spec);

    /** Subscribes, and blocks until the broker has granted it. */
    void subscribe(String filter) throws DriverException;

    /** Disconnects, in a bounded time; does nothing if the link is broken. */
    void disconnect();

    /** Publishes one message. */
    @FunctionalInterface
    interface Publication {

        /** Publishes; completes on a thread of the client library, at the end of the handshake of the QoS. */
        CompletableFuture<?> publish();
    }
}
