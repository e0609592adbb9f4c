package dev.dyno.engine.record;

import dev.dyno.model.result.AckTimes;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One recorder's part of one interval. Guarded by its recorder until it is finished, then owned by the collector. */
@SuppressWarnings("EnumOrdinal") // An array index of the moment, stored nowhere.
final class IntervalBuffer {

    private static final Latency[] LATENCIES = Latency.values();

    long startNs;
    long endNs;

    long sent;
    long blocked;
    long acknowledged;
    long firstAckNs;
    long lastAckNs;
    long received;
    long failed;
    long skipped;
    long negative;
    long foreignClock;
    long sentBytes;
    long receivedBytes;

    private final Values measured = new Values();
    private final Values warmup = new Values();

    /** Histograms of one phase, by ordinal of {@link Latency}; made when first needed, kept when the frame is reused. */
    private static final class Values {

        final @Nullable Histogram[] own = new Histogram[LATENCIES.length];
        /**
         * Values that hold for two latencies: {@link Latency#SEND_ACK} also for the response time, {@link Latency#TRANSFER} also
         * for the end-to-end time.
         */
        final @Nullable Histogram[] alike = new Histogram[LATENCIES.length];
        /** Dyno's own delay in latencies, see {@link Latencies#addOwnDelay}; only of measured messages. */
        final @Nullable Histogram[] ownDelays = new Histogram[LATENCIES.length];

        void addTo(Latencies sum) {
            for (Latency latency : LATENCIES) {
                Histogram values = own[latency.ordinal()];
                if (values != null) {
                    sum.add(latency, values);
                }
                Histogram delays = ownDelays[latency.ordinal()];
                if (delays != null) {
                    sum.addOwnDelay(latency, delays);
                }
            }
            addToBoth(sum, Latency.SEND_ACK, Latency.RESPONSE);
            addToBoth(sum, Latency.TRANSFER, Latency.END_TO_END);
        }

        private void addToBoth(Latencies sum, Latency fromSent, Latency fromIntended) {
            Histogram values = alike[fromSent.ordinal()];
            if (values != null) {
                sum.addToBoth(fromSent, fromIntended, values);
            }
        }

        void clear() {
            for (int i = 0; i < LATENCIES.length; i++) {
                reset(own[i]);
                reset(alike[i]);
                reset(ownDelays[i]);
            }
        }

        private static void reset(@Nullable Histogram histogram) {
            // A reset clears the whole array of counts, so it is skipped for an empty histogram.
            if (histogram != null && histogram.getTotalCount() > 0) {
                histogram.reset();
            }
        }
    }

    void record(Latency latency, long valueNs, boolean isWarmup) {
        if (valueNs < 0) {
            negative++;
        } else {
            add((isWarmup ? warmup : measured).own, latency, valueNs, 1);
        }
    }

    /** Records an acknowledgement: send ack and response time. With several threads the times may be slightly out of order. */
    void recordAcknowledged(long intendedNs, long sentNs, long ownDelayNs, long nowNs, boolean isWarmup) {
        if (acknowledged++ == 0) {
            firstAckNs = nowNs;
            lastAckNs = nowNs;
        } else if (nowNs > lastAckNs) {
            lastAckNs = nowNs;
        } else if (nowNs < firstAckNs) {
            firstAckNs = nowNs;
        }
        recordPair(Latency.SEND_ACK, Latency.RESPONSE, intendedNs, sentNs, ownDelayNs, nowNs, isWarmup);
    }

    /** Records a delivery: transfer and end-to-end time. */
    void recordReceived(long intendedNs, long sentNs, long ownDelayNs, long nowNs, boolean isWarmup) {
        recordPair(Latency.TRANSFER, Latency.END_TO_END, intendedNs, sentNs, ownDelayNs, nowNs, isWarmup);
    }

    /** Records two latencies; all-out, where a message is intended when it is sent, one value stands for both. */
    private void recordPair(
            Latency fromSent,
            Latency fromIntended,
            long intendedNs,
            long sentNs,
            long ownDelayNs,
            long nowNs,
            boolean isWarmup) {
        if (intendedNs == sentNs && nowNs >= sentNs) {
            add((isWarmup ? warmup : measured).alike, fromSent, nowNs - sentNs, 1);
        } else {
            record(fromSent, nowNs - sentNs, isWarmup);
            recordWithOwnDelay(fromIntended, nowNs - intendedNs, ownDelayNs, isWarmup);
        }
    }

    void recordWithOwnDelay(Latency latency, long valueNs, long ownDelayNs, boolean isWarmup) {
        record(latency, valueNs, isWarmup);
        if (ownDelayNs > 0 && valueNs >= 0 && !isWarmup) {
            add(measured.ownDelays, latency, valueNs, ownDelayNs);
        }
    }

    private static void add(@Nullable Histogram[] histograms, Latency latency, long valueNs, long count) {
        Histogram histogram = histograms[latency.ordinal()];
        if (histogram == null) {
            histogram = new Histogram(Latencies.SIGNIFICANT_DIGITS);
            histograms[latency.ordinal()] = histogram;
        }
        histogram.recordValueWithCount(valueNs, count);
    }

    Counts counts() {
        return new Counts(
                sent,
                blocked,
                acknowledged,
                received,
                failed,
                skipped,
                negative,
                foreignClock,
                sentBytes,
                receivedBytes);
    }

    /** First and last acknowledgement, from the start of the load. */
    AckTimes ackTimes(long loadStartNs) {
        return acknowledged == 0 ? AckTimes.NONE : new AckTimes(firstAckNs - loadStartNs, lastAckNs - loadStartNs);
    }

    void addTo(Latencies measuredSum, Latencies warmupSum) {
        measured.addTo(measuredSum);
        warmup.addTo(warmupSum);
    }

    void clear() {
        sent = 0;
        blocked = 0;
        acknowledged = 0;
        received = 0;
        failed = 0;
        skipped = 0;
        negative = 0;
        foreignClock = 0;
        sentBytes = 0;
        receivedBytes = 0;
        measured.clear();
        warmup.clear();
    }
}
