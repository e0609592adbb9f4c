package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DeliveryListener;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Polls the broker for one message at a time ({@code basic.get}). */
final class GettingConsumer extends RabbitConsumer {

    private final boolean autoAck;
    private final long pollNs;
    private final TimeSource time;
    private volatile boolean started;

    GettingConsumer(
            RabbitConnection connection,
            Channel channel,
            Topology.Source source,
            ConsumerSpec spec,
            SettingValues settings,
            DeliveryListener listener,
            TimeSource time) {
        super(connection, channel, source, spec, settings, listener);
        this.autoAck = settings.get(RabbitSettings.AUTO_ACK);
        this.pollNs = settings.get(RabbitSettings.POLL_INTERVAL).toNanos();
        this.time = time;
    }

    @Override
    void start() {
        started = true;
    }

    @Override
    void stop() {
        started = false;
    }

    @Override
    public boolean receive(long timeoutNs) throws DriverException {
        final long deadlineNs = time.nanoTime() + timeoutNs;
        while (!getOne()) {
            final long nowNs = time.nanoTime();
            // An interrupted thread would no longer wait, but poll the broker without a pause.
            if (deadlineNs - nowNs <= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            time.parkUntil(Math.min(pollNs, deadlineNs - nowNs) + nowNs);
        }
        return true;
    }

    @Override
    boolean isCounted() {
        return false;
    }

    /** Always 0, because each message is fetched and delivered at once. */
    @Override
    OptionalLong fetched() {
        return OptionalLong.of(0);
    }

    private boolean getOne() throws DriverException {
        connection.failIfLost();
        if (!started) {
            return false;
        }
        @Nullable GetResponse response;
        try {
            response = channel.basicGet(source.queue(), autoAck);
        } catch (IOException | RuntimeException e) {
            throw Failures.of("cannot receive from " + spec.destination(), e);
        }
        if (response == null) {
            return false;
        }
        deliver(response.getEnvelope().getDeliveryTag(), response.getProps(), response.getBody());
        return true;
    }
}
