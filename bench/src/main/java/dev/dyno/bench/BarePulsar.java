package dev.dyno.bench;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;

/** The least that can be done on the Pulsar client: asynchronous sends, and a message listener. */
public final class BarePulsar {

    private BarePulsar() {}

    /** @param args url, topic, bytes, in flight at the most, {@code produce} or {@code both}, seconds */
    @SuppressWarnings("FutureReturnValueIgnored") // What failed is not counted.
    public static void main(String[] args) throws Exception {
        byte[] payload = new byte[Integer.parseInt(args[2])];
        Semaphore permits = new Semaphore(Integer.parseInt(args[3]));
        LongAdder acknowledged = new LongAdder();
        LongAdder received = new LongAdder();
        Ticker ticker = new Ticker(Integer.parseInt(args[5]), acknowledged, received);
        try (PulsarClient client = client(args[0]);
                Producer<byte[]> producer = client.newProducer(Schema.BYTES)
                        .topic(args[1])
                        .sendTimeout(0, TimeUnit.SECONDS)
                        .maxPendingMessages(Integer.parseInt(args[3]))
                        .create()) {
            Consumer<byte[]> consumer = args[4].equals("both") ? consumer(client, args[1], received) : null;
            ticker.start();
            while (!ticker.isOver()) {
                permits.acquire();
                producer.sendAsync(payload).whenComplete((id, failure) -> {
                    if (failure == null) {
                        acknowledged.increment();
                    }
                    permits.release();
                });
            }
            ticker.join();
            if (consumer != null) {
                consumer.close();
            }
        }
    }

    /** With statistics the library runs a timer, a thousand ticks a second; pulsar-perf has none either. */
    @SuppressWarnings("deprecation") // There is no other way to have none.
    private static PulsarClient client(String url) throws PulsarClientException {
        return PulsarClient.builder()
                .serviceUrl(url)
                .statsInterval(0, TimeUnit.SECONDS)
                .build();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What failed is not counted.
    private static Consumer<byte[]> consumer(PulsarClient client, String topic, LongAdder received) throws Exception {
        return client.newConsumer(Schema.BYTES)
                .topic(topic)
                .subscriptionName("bare")
                .messageListener((consumer, message) -> {
                    received.increment();
                    consumer.acknowledgeAsync(message);
                })
                .subscribe();
    }
}
