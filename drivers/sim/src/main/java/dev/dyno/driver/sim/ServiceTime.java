package dev.dyno.driver.sim;

import java.util.SplittableRandom;

/** Duration of the server's work on one message, in ns. */
sealed interface ServiceTime {

    long nextNs(SplittableRandom random);

    /** The next duration at a given time after the start of the broker. */
    default long nextNs(SplittableRandom random, long sinceNs) {
        return nextNs(random);
    }

    /** One distribution at first and another one later, which counts its own time from then. */
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

    /** Every whole number of ns from one to the other, both included, equally likely. */
    record Uniform(long fromNs, long toNs) implements ServiceTime {
        @Override
        public long nextNs(SplittableRandom random) {
            return random.nextLong(fromNs, toNs + 1);
        }
    }

    /** Exponential with the given mean, truncated to whole ns. */
    record Exponential(long meanNs) implements ServiceTime {
        @Override
        public long nextNs(SplittableRandom random) {
            return (long) (-meanNs * Math.log1p(-random.nextDouble()));
        }
    }
}
