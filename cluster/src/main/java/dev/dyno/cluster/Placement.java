package dev.dyno.cluster;

import dev.dyno.engine.record.Share;
import dev.dyno.model.pace.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Division of a run among workers: every n-th producer and consumer, so that the parts differ by one at most.
 *
 * @param shares of the workers, in their order
 */
public record Placement(List<Share> shares) {

    public Placement {
        shares = List.copyOf(shares);
    }

    /** Producers and consumers on all workers. */
    public static Placement everywhere(int workers) {
        return new Placement(IntStream.range(0, workers)
                .mapToObj(i -> Share.both(new Slice(i, workers)))
                .toList());
    }

    /** The producers on the first workers, the consumers on those after them. */
    public static Placement apart(int producerWorkers, int consumerWorkers) {
        return new Placement(IntStream.range(0, producerWorkers + consumerWorkers)
                .mapToObj(i -> i < producerWorkers
                        ? new Share(Optional.of(new Slice(i, producerWorkers)), Optional.empty())
                        : new Share(Optional.empty(), Optional.of(new Slice(i - producerWorkers, consumerWorkers))))
                .toList());
    }

    /** A copy with an additional last worker that has neither producers nor consumers. */
    public Placement andOneAside() {
        List<Share> more = new ArrayList<>(shares);
        more.add(new Share(Optional.empty(), Optional.empty()));
        return new Placement(more);
    }

    public int workers() {
        return shares.size();
    }

    int workerOfProducer(int number) {
        return IntStream.range(0, shares.size())
                .filter(i -> shares.get(i).hasProducer(number))
                .findFirst()
                .orElseThrow();
    }
}
