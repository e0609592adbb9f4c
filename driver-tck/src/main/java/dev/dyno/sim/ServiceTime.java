package dev.dyno.sim;

import java.util.SplittableRandom;

/** How long the server works on one message, in ns. */
sealed interface ServiceTime {

    long nextNs(SplittableRandom random);

    /** The same, so long after the broker began. */
    default long nextNs(SplittableRandom random, long sinceNs) {
        return nextNs(random);
    }

    /** One in the beginning, another one later, whose own time begins then. */
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

    /** Always the same. */
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

    /** Exponential with that mean, cut to whole ns. */
    record Exponential(long meanNs) implements ServiceTime {
        @Override
        public long nextNs(SplittableRandom random) {
            return (long) (-meanNs * Math.log1p(-random.nextDouble()));
        }
    }
}
