package dev.dyno.engine.capacity;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * A broker as one server with an unbounded queue, message by message: a message departs one service after the later of its arrival
 * and the departure before it (Lindley, "The theory of queues with a single server", 1952). Freezes stop the service. Departures
 * are counted in the second in which they happen.
 */
final class QueueModel {

    /** Time to serve one message, in seconds. */
    interface Service {
        double next(RandomGenerator random, double arrival, int backlog);
    }

    private final RandomGenerator random;
    private final boolean isPoisson;
    private final double limit;
    private final double freezesPerSecond;
    private final double freeze;
    private Service service;
    private double time;
    private double nextArrival;
    private double lastDeparture;
    private double freezeAt = Double.POSITIVE_INFINITY;
    private double[] arrivals = new double[1 << 10];
    private double[] departures = new double[1 << 10];
    private int head;
    private int tail;

    /**
     * @param limit sojourn in seconds, at or beyond which a message counts
     * @param freezesPerSecond at random times; 0 for none
     * @param freeze length of each, in seconds
     */
    QueueModel(long seed, boolean isPoisson, double limit, Service service, double freezesPerSecond, double freeze) {
        random = new SplittableRandom(seed);
        this.isPoisson = isPoisson;
        this.limit = limit;
        this.service = service;
        this.freezesPerSecond = freezesPerSecond;
        this.freeze = freeze;
        if (freezesPerSecond > 0) {
            freezeAt = random.nextExponential() / freezesPerSecond;
        }
    }

    /**
     * Lets the machine stand still at random times.
     *
     * @param every mean time between two standstills, in seconds
     * @param length of each, in seconds
     */
    QueueModel standingStill(double every, ToDoubleFunction<RandomGenerator> length) {
        Service moving = service;
        double[] next = {-1};
        service = (random, at, backlog) -> {
            next[0] = next[0] < 0 ? every * random.nextExponential() : next[0];
            double still = 0;
            while (at > next[0]) {
                still += length.applyAsDouble(random);
                next[0] += every * random.nextExponential();
            }
            return moving.next(random, at, backlog) + still;
        };
        return this;
    }

    private void thaw() {
        freezeAt += freeze + random.nextExponential() / freezesPerSecond;
    }

    double seconds() {
        return time;
    }

    /** Runs one second at a rate. */
    CapacitySecond second(double perSecond) {
        double end = Math.rint(time + 1);
        long due = 0;
        long[] counts = new long[3];
        while (nextArrival < end) {
            double arrival = nextArrival;
            due++;
            depart(arrival, counts);
            int backlog = (tail - head) & (departures.length - 1);
            double begin = Math.max(arrival, lastDeparture);
            while (freezeAt + freeze <= begin) {
                thaw();
            }
            if (freezeAt <= begin) {
                begin = freezeAt + freeze;
                thaw();
            }
            double departure = begin + service.next(random, arrival, backlog);
            while (freezeAt < departure) {
                departure += freeze;
                thaw();
            }
            lastDeparture = departure;
            if (backlog == departures.length - 1) {
                enlarge();
            }
            arrivals[tail] = arrival;
            departures[tail] = departure;
            tail = (tail + 1) & (departures.length - 1);
            nextArrival = arrival + (isPoisson ? random.nextExponential() : 1) / perSecond;
        }
        depart(end, counts);
        int outstanding = (tail - head) & (departures.length - 1);
        List<CapacitySecond.Tally> tallies = List.of(new CapacitySecond.Tally(counts[1], counts[0], counts[2]));
        long endNs = Math.round(end * 1e9);
        CapacitySecond second =
                new CapacitySecond(Math.round(time * 1e9), endNs, perSecond, due, counts[0], outstanding, 0, tallies);
        time = end;
        return second;
    }

    private void depart(double until, long[] counts) {
        while (head != tail && departures[head] <= until) {
            counts[0]++;
            double sojourn = departures[head] - arrivals[head];
            counts[1] += sojourn >= limit ? 1 : 0;
            counts[2] += sojourn >= 2 * limit ? 1 : 0;
            head = (head + 1) & (departures.length - 1);
        }
    }

    private void enlarge() {
        int size = departures.length;
        double[] moreArrivals = new double[2 * size];
        double[] moreDepartures = new double[2 * size];
        int count = 0;
        for (int i = head; i != tail; i = (i + 1) & (size - 1)) {
            moreArrivals[count] = arrivals[i];
            moreDepartures[count++] = departures[i];
        }
        arrivals = moreArrivals;
        departures = moreDepartures;
        head = 0;
        tail = count;
    }
}
