package dev.dyno.engine.capacity;

import dev.dyno.engine.capacity.CapacityGoal.Kind;
import dev.dyno.engine.capacity.CapacityGoal.Objective;
import dev.dyno.engine.capacity.QueueModel.Service;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.result.Unit;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Brokers that serve 5,000 messages a second, and their capacity at p99 &lt; 20 ms from arrival to departure, computed without the
 * search and, but for {@code STALLS}, without a simulation.
 */
enum KnownBroker {
    /** Regular arrivals, constant service: every backlog beyond the rate of the service grows without bound. */
    CONSTANT(false, (random, at, backlog) -> KnownBroker.MEAN) {
        @Override
        double capacity() {
            return 1 / MEAN;
        }
    },
    /** Serves 4,000 a second when more than 60 messages wait: from below the capacity is that of {@code CONSTANT}. */
    CLIFF(false, (random, at, backlog) -> backlog > 60 ? KnownBroker.MEAN * 1.25 : KnownBroker.MEAN) {
        @Override
        double capacity() {
            return 1 / MEAN;
        }
    },
    /**
     * D/M/1: P(T &gt; t) = e^(-μ (1 - σ) t), with σ = e^(-μ (1 - σ) / λ) (Kleinrock, "Queueing Systems", volume 1, section 6.4).
     */
    REGULAR_EXPONENTIAL(false, KnownBroker::exponential) {
        @Override
        double capacity() {
            return highest(rate -> {
                double sigma = 0.5;
                for (int i = 0; i < 20_000; i++) {
                    sigma = Math.exp(-(1 - sigma) / MEAN / rate);
                }
                return Math.exp(-(1 - sigma) / MEAN * LIMIT) < ALLOWED;
            });
        }
    },
    /** M/M/1: P(T &gt; t) = e^(-(μ - λ) t). */
    EXPONENTIAL(true, KnownBroker::exponential) {
        @Override
        double capacity() {
            return 1 / MEAN + Math.log(ALLOWED) / LIMIT;
        }
    },
    /** M/D/1. */
    POISSON_CONSTANT(true, (random, at, backlog) -> KnownBroker.MEAN) {
        @Override
        double capacity() {
            return highest(rate -> beyond(t -> t < MEAN ? 1 : 0, rate) < ALLOWED);
        }
    },
    /** M/G/1 with lognormal service: squared coefficient of variation 3.2. */
    LOGNORMAL(true, (random, at, backlog) -> {
        double sigma = KnownBroker.SIGMA;
        return KnownBroker.MEAN * Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
    }) {
        @Override
        double capacity() {
            NormalDistribution normal = NormalDistribution.of(Math.log(MEAN) - SIGMA * SIGMA / 2, SIGMA);
            return highest(rate -> beyond(t -> t <= 0 ? 1 : normal.survivalProbability(Math.log(t)), rate) < ALLOWED);
        }
    },
    /** M/G/1 with Pareto's service of index 2.5: its third moment is infinite. */
    PARETO(
            true,
            (random, at, backlog) -> KnownBroker.SMALLEST * Math.exp(random.nextExponential() / KnownBroker.INDEX)) {
        @Override
        double capacity() {
            return highest(rate -> beyond(t -> t <= SMALLEST ? 1 : Math.pow(t / SMALLEST, -INDEX), rate) < ALLOWED);
        }
    },
    /**
     * M/M/1 that freezes for 15 ms, at random once a second. Its capacity is simulated: eight runs of 30,000 s at 4,384/s had a share
     * of 0.00966 ± 0.00003 beyond, and the slope of ln of the share there is 22 for ln of the rate.
     */
    STALLS(4390.6, seed -> new QueueModel(seed, true, KnownBroker.LIMIT, KnownBroker::exponential, 1, 0.015)),
    /**
     * Serves 6,250 and 3,750 messages a second in turns of 150 ms in the mean, as a broker that shares its processors. Its capacity is
     * simulated: eight runs of 4,000 s each had a share of 0.00876 ± 0.0002 beyond at 3,650/s, and of 0.0162 ± 0.0004 at 3,700/s.
     */
    FLUCTUATING(3660.8, seed -> KnownBroker.served(seed, KnownBroker.inTurns())),
    /**
     * M/M/1 that stands still for 50 to 150 ms three times a minute, at random. Its capacity is simulated over 20,000 to 60,000 s, to
     * 2 %, as those of the next two.
     */
    STANDSTILLS(
            2960,
            seed -> KnownBroker.EXPONENTIAL.start(seed).standingStill(20, random -> 0.05 + 0.1 * random.nextDouble())),
    /** The same every 40 s. */
    RARE_STANDSTILLS(
            3945,
            seed -> KnownBroker.EXPONENTIAL.start(seed).standingStill(40, random -> 0.05 + 0.1 * random.nextDouble())),
    /** M/M/1 that stands still for 25 ms in the mean, exponential, every 4 s. */
    JITTER(
            3520,
            seed -> KnownBroker.EXPONENTIAL.start(seed).standingStill(4, random -> 0.025 * random.nextExponential())),
    /**
     * M/M/1 that stands still for 50 to 150 ms once in 10,000 messages, as one that collects garbage: its capacity is far below the rate
     * of an overload. It is simulated over 40,000 s: at 1,000/s the share beyond is 0.00997.
     */
    COLLECTIONS(
            1002,
            seed -> KnownBroker.served(
                    seed,
                    (random, at, backlog) -> KnownBroker.exponential(random, at, backlog)
                            + (random.nextDouble() < 1e-4 ? 0.05 + 0.1 * random.nextDouble() : 0)));

    /** Limit of the objective, in seconds, and share allowed beyond it. */
    static final double LIMIT = 0.02;

    static final double ALLOWED = 0.01;
    static final Objective OBJECTIVE = new Objective("p99(end-to-end) < 20ms", ALLOWED, Kind.SHARE, Unit.NUMBER);

    static final long WITHIN_NS = 300_000_000_000L;

    /** Mean service, in seconds. */
    static final double MEAN = 1 / 5000.0;

    private static final double TURN = 0.15;
    private static final double SLOW = 0.75;
    private static final double SIGMA = 1.2;
    private static final double INDEX = 2.5;
    private static final double SMALLEST = MEAN * (INDEX - 1) / INDEX;

    /** Steps of the grid on which waiting times are computed. */
    private static final int STEPS = 2000;

    /** As simulated; 0 where a kind computes it. */
    private final double capacity;

    @SuppressWarnings("ImmutableEnumChecker") // A function without state.
    private final LongFunction<QueueModel> start;

    KnownBroker(boolean isPoisson, Service service) {
        capacity = 0;
        start = seed -> new QueueModel(seed, isPoisson, KnownBroker.LIMIT, service, 0, 0);
    }

    /**
     * @param capacity as simulated
     * @param start of a broker with Poisson arrivals, by its seed
     */
    KnownBroker(double capacity, LongFunction<QueueModel> start) {
        this.capacity = capacity;
        this.start = start;
    }

    /** Highest rate at which p99 is below the limit, messages a second. */
    double capacity() {
        return capacity;
    }

    final QueueModel start(long seed) {
        return start.apply(seed);
    }

    private static QueueModel served(long seed, Service service) {
        return new QueueModel(seed, true, LIMIT, service, 0, 0);
    }

    private static Service inTurns() {
        double[] until = {0};
        boolean[] isSlow = {false};
        return (random, at, backlog) -> {
            while (at > until[0]) {
                isSlow[0] = !isSlow[0];
                until[0] += TURN * random.nextExponential();
            }
            return exponential(random, at, backlog) / (isSlow[0] ? SLOW : 2 - SLOW);
        };
    }

    static double exponential(RandomGenerator random, double at, int backlog) {
        return random.nextExponential() * MEAN;
    }

    /** Goal with the default precision, confidence, time and lowest rate, and no highest rate. */
    static CapacityGoal goal(List<Objective> objectives, double startPerSecond) {
        return new CapacityGoal(objectives, startPerSecond, 10, Double.POSITIVE_INFINITY, 0.03, 0.95, WITHIN_NS);
    }

    static Capacity search(QueueModel broker, long seed) {
        return search(List.of(OBJECTIVE), broker, seed);
    }

    /** Runs a search on it to the end. The first rate differs by seed, so that brokers without chance see other rates, too. */
    static Capacity search(List<Objective> objectives, QueueModel broker, long seed) {
        CapacitySearch search = new CapacitySearch(goal(objectives, 300 * (1 + seed % 100 / 100.0)));
        run(search, broker, Double.POSITIVE_INFINITY);
        return search.answer();
    }

    /** @param seconds after which it is interrupted */
    static CapacityMove run(CapacitySearch search, QueueModel broker, double seconds) {
        CapacityMove move = search.begin();
        double rate = move.perSecond();
        while (move.kind() != CapacityMove.Kind.END && broker.seconds() < seconds) {
            move = search.next(broker.second(rate));
            rate = move.kind() == CapacityMove.Kind.KEEP ? rate : move.perSecond();
        }
        return move;
    }

    private static double highest(DoublePredicate isMet) {
        double low = 0.5 / MEAN;
        double high = 1 / MEAN;
        while (high - low > 0.2) {
            double middle = (low + high) / 2;
            if (isMet.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * P(W + S ≥ limit) of M/G/1: the wait W is a geometric sum of residual services (Pollaczek and Khinchine), computed on a grid by
     * Panjer's recursion ("Recursive evaluation of a family of compound distributions", 1981).
     *
     * @param survival P(S &gt; t)
     */
    private static double beyond(DoubleUnaryOperator survival, double perSecond) {
        double step = LIMIT / STEPS;
        double load = perSecond * MEAN;
        double[] residual = new double[STEPS + 1];
        for (int k = 0; k <= STEPS; k++) {
            double from = Math.max(0, (k - 0.5) * step);
            double length = (k + 0.5) * step - from;
            for (int i = 0; i < 8; i++) {
                residual[k] += survival.applyAsDouble(from + length * (i + 0.5) / 8) / 8 * length / MEAN;
            }
        }
        double[] wait = new double[STEPS + 1];
        double below = 0;
        for (int k = 0; k <= STEPS; k++) {
            double sum = k == 0 ? (1 - load) / load : 0;
            for (int j = 1; j <= k; j++) {
                sum += residual[j] * wait[k - j];
            }
            wait[k] = load * sum / (1 - load * residual[0]);
            below += wait[k] * (1 - survival.applyAsDouble(LIMIT - k * step));
        }
        return 1 - below;
    }
}
