package dev.dyno.driver.sim;

import java.util.SplittableRandom;

/** Distribution of the durations of the server's work on one message, in ns. */
sealed interface ServiceTime {

    long nextNs(SplittableRandom random);

    /** The next duration, at a given time after the origin. */
    default long nextNs(SplittableRandom random, long sinceNs) {
        return nextNs(random);
    }

    /** One distribution until {@code untilNs} after the origin, and then another, for which {@code untilNs} is the origin. */
    record Then(ServiceTime first, long untilNs, ServiceTime later) implements ServiceTime {
        @Override
        public long nextNs(SplittableRandom random) {
            return later.nextNs(random);
        }

        @Override
        public long nextNs(SplittableRandom random, long sinceNs) {
            return sinceNs < untilNs ? first.nextNs(random, sinceNs) : later.nextNs(random, sinceNs - untilNs);
        }
    }

    /** Always the same duration. */
    record Constant(long ns) implements ServiceTime {
        @Override
        public long nextNs(SplittableRandom random) {
            return ns;
        }
    }

    /** A whole number of ns from {@code fromNs} to {@code toNs}, both included, all equally likely. */
    record Uniform(long fromNs, long toNs) implements ServiceTime {
        @Override
        public long nextNs(SplittableRandom random) {
            return random.nextLong(fromNs, toNs + 1);
        }
    }

    /** Exponential distribution with the given mean, rounded down to whole ns. */
    record Exponential(long meanNs) implements ServiceTime {
        @Override
        public long nextNs(SplittableRandom random) {
            return (long) (-meanNs * Math.log1p(-random.nextDouble()));
        }
    }
}
