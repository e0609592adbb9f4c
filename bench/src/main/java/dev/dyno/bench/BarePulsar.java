package dev.dyno.bench;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Schema;

/** Pulsar client with the least possible code around it: asynchronous sends. */
public final class BarePulsar {

    private BarePulsar() {}

    /** @param args url, topic, bytes, in flight at the most, seconds */
    @SuppressWarnings("FutureReturnValueIgnored") // Failed sends are not counted.
    public static void main(String[] args) throws Exception {
        byte[] payload = new byte[Integer.parseInt(args[2])];
        Semaphore permits = new Semaphore(Integer.parseInt(args[3]));
        LongAdder acknowledged = new LongAdder();
        Ticker ticker = new Ticker(Integer.parseInt(args[4]), acknowledged, new LongAdder());
        try (PulsarClient client = client(args[0]);
                Producer<byte[]> producer = client.newProducer(Schema.BYTES)
                        .topic(args[1])
                        .sendTimeout(0, TimeUnit.SECONDS)
                        .maxPendingMessages(Integer.parseInt(args[3]))
                        .create()) {
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
        }
    }

    /**
     * Client without statistics, for which the library would run a timer with a thousand ticks a second; pulsar-perf has none
     * either.
     */
    @SuppressWarnings("deprecation") // No other way turns statistics off.
    private static PulsarClient client(String url) throws PulsarClientException {
        return PulsarClient.builder()
                .serviceUrl(url)
                .statsInterval(0, TimeUnit.SECONDS)
                .build();
    }
}
