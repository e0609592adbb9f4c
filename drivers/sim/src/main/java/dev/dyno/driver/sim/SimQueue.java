package dev.dyno.driver.sim;

import dev.dyno.driver.TimeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A queue, or a subscription of a topic: messages in order, and consumers that take turns. Used on the loop only. */
final class SimQueue implements SimTarget {

    /**
     * Maximum number of consecutive deliveries without selectors, after which other events get their turn: acknowledgements must
     * not wait for a long backlog.
     */
    private static final int BATCH = 128;

    private final SimLoop loop;
    private final TimeSource time;
    private final SimCounters counters;
    private final ArrayDeque<SimMessage> backlog = new ArrayDeque<>();
    private final List<SimConsumer> consumers = new ArrayList<>();
    private final Runnable pump = this::pump;
    /** Number of copies that are acknowledged and not stored yet. */
    private long underWay;
    /** Messages of consumers whose connections broke, until the broker notices that. */
    private final List<List<SimMessage>> givenUp = new ArrayList<>();

    private int turn;
    private int selective;
    private boolean pumping;
    private boolean pumpScheduled;

    SimQueue(SimLoop loop, TimeSource time, SimCounters counters) {
        this.loop = loop;
        this.time = time;
        this.counters = counters;
    }

    @Override
    public void underWay(int copies) {
        underWay += copies;
    }

    /**
     * Number of messages that can still be delivered: on the way to the queue, in it, with its consumers, or held for consumers
     * whose connections broke.
     */
    long left() {
        long left = underWay
                + backlog.size()
                + givenUp.stream().mapToLong(List::size).sum();
        for (final SimConsumer consumer : consumers) {
            left += consumer.left();
        }
        return left;
    }

    @Override
    public void put(SimMessage message) {
        if (selective == 0 || pumping || pumpScheduled) {
            backlog.addLast(message);
            pump();
        } else {
            // No ready consumer accepts a message of the backlog, so the new one cannot overtake one for the same
            // consumer.
            offer(message);
        }
    }

    int consumers() {
        return consumers.size();
    }

    boolean hasConsumers() {
        return !consumers.isEmpty();
    }

    void add(SimConsumer consumer) {
        consumers.add(consumer);
        selective += consumer.isSelective() ? 1 : 0;
        schedulePump();
    }

    /** Removes a consumer and puts its messages back to the front, in order. */
    void remove(SimConsumer consumer, List<SimMessage> returned) {
        if (consumers.remove(consumer)) {
            selective -= consumer.isSelective() ? 1 : 0;
            putBack(returned);
        }
    }

    /** Removes a consumer of a broken connection; its messages are held until the broker notices that, at {@code untilNs}. */
    void giveUp(SimConsumer consumer, List<SimMessage> returned, long untilNs) {
        if (consumers.remove(consumer)) {
            selective -= consumer.isSelective() ? 1 : 0;
            givenUp.add(returned);
            loop.at(untilNs, () -> {
                givenUp.removeIf(held -> held == returned);
                putBack(returned);
            });
        }
    }

    private void putBack(List<SimMessage> returned) {
        for (int i = returned.size() - 1; i >= 0; i--) {
            backlog.addFirst(returned.get(i));
        }
        schedulePump();
    }

    void clear() {
        backlog.clear();
    }

    /** Drops messages that are not persistent, because the broker has died; returns their number. */
    int forgetTransient() {
        final long had = left();
        backlog.removeIf(message -> !message.isPersistent());
        givenUp.forEach(held -> held.removeIf(message -> !message.isPersistent()));
        return (int) (had - left());
    }

    /** Delivers messages soon, because a consumer may be ready for more. */
    void schedulePump() {
        if (!pumpScheduled) {
            pumpScheduled = true;
            loop.at(time.nanoTime(), pump);
        }
    }

    private void pump() {
        pumpScheduled = false;
        if (pumping) {
            return;
        }
        pumping = true;
        try {
            if (selective == 0) {
                pumpInOrder();
            } else {
                pumpSelecting();
            }
        } finally {
            pumping = false;
        }
    }

    private void pumpInOrder() {
        for (int left = BATCH; !backlog.isEmpty(); left--) {
            if (left == 0) {
                schedulePump();
                return;
            }
            final SimMessage message = backlog.getFirst();
            if (isExpired(message)) {
                backlog.removeFirst();
                continue;
            }
            final SimConsumer taker = takerOf(message);
            if (taker == null) {
                return;
            }
            backlog.removeFirst();
            taker.take(message);
        }
    }

    private void pumpSelecting() {
        final ArrayDeque<SimMessage> kept = new ArrayDeque<>();
        SimMessage message = backlog.pollFirst();
        while (message != null) {
            if (!isExpired(message)) {
                final SimConsumer taker = takerOf(message);
                if (taker == null) {
                    kept.addLast(message);
                } else {
                    taker.take(message);
                }
            }
            message = backlog.pollFirst();
        }
        final Iterator<SimMessage> fromLast = kept.descendingIterator();
        while (fromLast.hasNext()) {
            backlog.addFirst(fromLast.next());
        }
    }

    private void offer(SimMessage message) {
        if (isExpired(message)) {
            return;
        }
        final SimConsumer taker = takerOf(message);
        if (taker == null) {
            backlog.addLast(message);
        } else {
            taker.take(message);
        }
    }

    private boolean isExpired(SimMessage message) {
        if (message.mayExpire() && message.expired(time.nanoTime())) {
            counters.expired.increment();
            return true;
        }
        return false;
    }

    private @Nullable SimConsumer takerOf(SimMessage message) {
        final int count = consumers.size();
        for (int i = 0; i < count; i++) {
            final int index = (turn + i) % count;
            final SimConsumer consumer = consumers.get(index);
            if (consumer.canTake() && consumer.accepts(message)) {
                turn = index + 1;
                return consumer;
            }
        }
        return null;
    }
}
