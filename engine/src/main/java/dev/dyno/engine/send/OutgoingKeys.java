package dev.dyno.engine.send;

import dev.dyno.driver.MessageKey;
import dev.dyno.model.workload.KeyDistribution;
import java.util.stream.IntStream;

/**
 * The keys of one producer's messages, from a table that all producers of its group share.
 *
 * <p>Assumptions and guarantees: one thread at a time; allocates nothing after its construction.
 */
final class OutgoingKeys {

    private final MessageKey[] table;
    private final KeyDistribution.Sampler sampler;
    MessageKey present;

    OutgoingKeys(MessageKey[] table, KeyDistribution.Sampler sampler) {
        this.table = table;
        this.sampler = sampler;
        present = table[sampler.next()];
    }

    static MessageKey[] table(KeyDistribution keys) {
        return IntStream.range(0, keys.count())
                .mapToObj(number -> new MessageKey(keys.key(number)))
                .toArray(MessageKey[]::new);
    }

    void advance() {
        present = table[sampler.next()];
    }
}
