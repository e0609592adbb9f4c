package dev.dyno.driver.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.RefusedException;
import dev.dyno.driver.SettingValues;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One MQTT client with its network connection and its session, of one of the two versions. The producers of a connection share
 * one; a consumer has one of its own, because subscriptions, acknowledgements and flow control belong to the session, which can
 * subscribe to a topic only once.
 */
abstract class MqttLink {

    private static final long ANSWER_SECONDS = 30;

    final SettingValues settings;
    final MqttQos qos;
    final Address address;
    final Optional<Credentials> credentials;

    MqttLink(SettingValues settings, Address address, Optional<Credentials> credentials) {
        this.settings = settings;
        this.qos = settings.get(MqttSettings.QOS);
        this.address = address;
        this.credentials = credentials;
    }

    /** Connects, and blocks until the broker has accepted. Messages of the session go to the inbox from now on. */
    abstract void connect(LinkSpec spec) throws DriverException;

    abstract ArrivedMessages<?> inbox();

    /** Maximum number of messages in flight to the broker on this link. */
    abstract int sendMaximum();

    /**
     * A message that can be published repeatedly.
     *
     * @param payload array whose present content is sent each time
     * @param spec other properties of the message
     */
    abstract Publication publication(String topic, byte[] payload, ProducerSpec spec);

    /** Subscribes, and blocks until the broker has granted it. */
    final void subscribe(String filter) throws DriverException {
        String cannot = "cannot subscribe to " + filter;
        int granted = grantedQos(filter, cannot);
        // A lower QoS than requested would make another measurement.
        if (granted < qos.getCode()) {
            throw new RefusedException(cannot + ": the broker grants QoS " + granted + " only; set mqtt.qos=" + granted
                    + " or change the broker");
        }
    }

    /** Subscribes, and blocks until the broker has answered; returns the QoS that it grants. */
    abstract int grantedQos(String filter, String cannot) throws DriverException;

    /** Ends a subscription, and blocks until the broker has answered. */
    abstract void unsubscribe(String filter) throws DriverException;

    /** Disconnects, in a bounded time; nothing happens if the link is broken. */
    abstract void disconnect();

    /** Waits up to {@link #ANSWER_SECONDS} for the broker's answer to a request that is not part of the load. */
    static <T> T await(CompletableFuture<T> answer, String what) throws DriverException {
        try {
            return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new DriverException(what + ": no answer within " + ANSWER_SECONDS + " s", e);
        } catch (InterruptedException | ExecutionException e) {
            throw Failures.of(what, e);
        }
    }

    /** Publishes one message. */
    @FunctionalInterface
    interface Publication {

        /** Publishes; completes on a thread of the client library, at the end of the handshake of the QoS. */
        CompletableFuture<?> publish();
    }
}
