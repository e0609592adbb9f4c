package dev.dyno.broker.resource;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * Speed of the processor on which the calling thread runs, by a fixed calculation.
 *
 * <p>The speed falls while something else computes on the same core: on the other processor that shares it, or in another virtual
 * machine of the host. The system does not count that as stolen. Time in which the thread has no processor does not count.
 *
 * <p>Assumptions and guarantees: one thread measures at a time; a measurement takes about a tenth of a millisecond.
 */
final class ProcessorSpeed {

    private static final int STEPS = 10_000;

    /** Parts of a measurement, whose median withstands an interrupt in one of them. */
    private static final int PARTS = 3;

    /** Number of calculations after which the JIT compiler has compiled the calculation. */
    private static final int COMPILED = 300;

    private static final long FIRST = compiled();

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final double[] parts = new double[PARTS];
    private long result = FIRST;

    private static long compiled() {
        long result = 1;
        for (int i = 0; i < COMPILED; i++) {
            result = calculate(result);
        }
        return result;
    }

    /** Steps in a microsecond; NaN if this JVM does not count the processor time of a thread. */
    double perMicrosecond() {
        if (!threads.isCurrentThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
            return Double.NaN;
        }
        for (int i = 0; i < PARTS; i++) {
            long from = threads.getCurrentThreadCpuTime();
            result = calculate(result);
            parts[i] = STEPS * 1e3 / (threads.getCurrentThreadCpuTime() - from);
        }
        Arrays.sort(parts);
        return parts[PARTS / 2];
    }

    /** Four random generators of Marsaglia ("Xorshift RNGs", 2003), which do not wait for each other and so fill the core. */
    private static long calculate(long seed) {
        long a = seed | 1;
        long b = a + 2;
        long c = a + 4;
        long d = a + 6;
        for (int i = 0; i < STEPS; i++) {
            a ^= a << 13;
            b ^= b << 13;
            c ^= c << 13;
            d ^= d << 13;
            a ^= a >>> 7;
            b ^= b >>> 7;
            c ^= c >>> 7;
            d ^= d >>> 7;
            a ^= a << 17;
            b ^= b << 17;
            c ^= c << 17;
            d ^= d << 17;
        }
        return a + b + c + d;
    }
}
