package dev.dyno.bench;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/**
 * The Kafka client with the least possible code around it: one thread sends the same record again and again, as fast as the
 * client accepts it; another polls, and does not copy the bodies out of the fetched block.
 */
public final class BareKafka {

    private BareKafka() {}

    /** @param args bootstrap servers, topic, bytes, {@code produce} or {@code both}, seconds, producer settings as a=b */
    @SuppressWarnings("FutureReturnValueIgnored") // The callback has the outcome.
    public static void main(String[] args) throws InterruptedException {
        String servers = args[0];
        String topic = args[1];
        byte[] payload = new byte[Integer.parseInt(args[2])];
        boolean both = args[3].equals("both");
        int seconds = Integer.parseInt(args[4]);
        Properties settings = new Properties();
        settings.putAll(Map.of("bootstrap.servers", servers));
        for (String setting : List.of(args).subList(5, args.length)) {
            String[] pair = setting.split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        LongAdder acknowledged = new LongAdder();
        LongAdder received = new LongAdder();
        Ticker ticker = new Ticker(seconds, acknowledged, received, second -> {});
        Thread consumer = new Thread(() -> consume(servers, topic, ticker, received), "consume");
        Callback callback = (metadata, failure) -> {
            if (failure != null) {
                throw new IllegalStateException(failure);
            }
            acknowledged.increment();
        };
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            // The same record serves every send: the library copies its body into a batch and keeps no reference to it.
            ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(topic, payload);
            producer.partitionsFor(topic);
            if (both) {
                consumer.start();
            }
            ticker.start();
            while (!ticker.isOver()) {
                producer.send(message, callback);
            }
        }
        ticker.join();
        consumer.join();
    }

    private static void consume(String servers, String topic, Ticker ticker, LongAdder received) {
        Properties settings = new Properties();
        settings.putAll(Map.of("bootstrap.servers", servers, "auto.offset.reset", "earliest"));
        try (KafkaConsumer<ByteBuffer, ByteBuffer> consumer =
                new KafkaConsumer<>(settings, new ByteBufferDeserializer(), new ByteBufferDeserializer())) {
            consumer.assign(consumer.partitionsFor(topic).stream()
                    .map(p -> new TopicPartition(topic, p.partition()))
                    .toList());
            while (!ticker.isOver()) {
                received.add(consumer.poll(Duration.ofMillis(100)).count());
            }
        }
    }
}
