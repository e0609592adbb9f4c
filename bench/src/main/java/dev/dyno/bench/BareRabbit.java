package dev.dyno.bench;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * RabbitMQ's Java client with the least possible code around it: one channel publishes with confirms, one consumes and writes
 * each acknowledgement by itself.
 */
public final class BareRabbit {

    private BareRabbit() {}

    /** @param args url, queue, bytes, unconfirmed at the most, prefetch, acknowledge each n-th, seconds */
    public static void main(String[] args) throws Exception {
        String queue = args[1];
        byte[] payload = new byte[Integer.parseInt(args[2])];
        int window = Integer.parseInt(args[3]);
        int seconds = Integer.parseInt(args[6]);
        LongAdder acknowledged = new LongAdder();
        LongAdder received = new LongAdder();
        Ticker ticker = new Ticker(seconds, acknowledged, received);
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(args[0]);
        factory.setAutomaticRecoveryEnabled(false);
        try (Connection sending = factory.newConnection();
                Connection receiving = factory.newConnection()) {
            Channel in = receiving.createChannel();
            in.queueDeclare(queue, false, false, false, null);
            in.basicQos(Integer.parseInt(args[4]));
            in.basicConsume(queue, false, new Receiver(in, Integer.parseInt(args[5]), received));
            Channel out = sending.createChannel();
            out.confirmSelect();
            Semaphore permits = new Semaphore(window);
            out.addConfirmListener(new Confirms(permits, acknowledged));
            ticker.start();
            while (!ticker.isOver()) {
                permits.acquire();
                out.basicPublish("", queue, MessageProperties.MINIMAL_BASIC, payload);
            }
            ticker.join();
        }
    }

    /** Counts confirms, which may come one by one and out of order, or for all up to a tag. */
    private static final class Confirms implements ConfirmListener {

        private final Semaphore permits;
        private final LongAdder acknowledged;
        /** By tag, modulo the length, which is more than can be unconfirmed: whether it was confirmed out of order. */
        private final boolean[] early;
        /** Tag up to which all are confirmed. */
        private long last;

        Confirms(Semaphore permits, LongAdder acknowledged) {
            this.permits = permits;
            this.acknowledged = acknowledged;
            early = new boolean[2 * permits.availablePermits() + 1];
        }

        @Override
        public void handleAck(long tag, boolean multiple) {
            int confirmed = 0;
            if (!multiple && tag != last + 1) {
                early[(int) (tag % early.length)] = true;
                confirmed = 1;
            } else {
                while (last < tag || early[(int) ((last + 1) % early.length)]) {
                    last++;
                    int at = (int) (last % early.length);
                    confirmed += early[at] ? 0 : 1;
                    early[at] = false;
                }
            }
            acknowledged.add(confirmed);
            permits.release(confirmed);
        }

        @Override
        public void handleNack(long tag, boolean multiple) {
            throw new IllegalStateException("not acknowledged: " + tag);
        }
    }

    private static final class Receiver extends DefaultConsumer {

        private final int each;
        private final LongAdder received;
        private int unacknowledged;

        Receiver(Channel channel, int each, LongAdder received) {
            super(channel);
            this.each = each;
            this.received = received;
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body)
                throws IOException {
            received.increment();
            if (++unacknowledged == each) {
                unacknowledged = 0;
                getChannel().basicAck(envelope.getDeliveryTag(), each > 1);
            }
        }
    }
}
