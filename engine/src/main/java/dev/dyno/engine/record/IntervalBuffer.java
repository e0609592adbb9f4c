package dev.dyno.engine.record;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.Interval.AckTimes;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.ValueCounts;
import java.util.Arrays;

/** One recorder's part of one interval. Guarded by its recorder until it is finished, then owned by the collector. */
@SuppressWarnings("EnumOrdinal") // Used as an array index, and stored nowhere.
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
    long repeated;
    long failed;
    long skipped;
    long negative;
    long foreignClock;
    long sentBytes;
    long receivedBytes;

    private final Values measured = new Values();
    private final Values warmup = new Values();

    /** Values of one phase, by ordinal of {@link Latency}. */
    private static final class Values {

        final ValueCounts[] own = counts();
        /**
         * Values that count for two latencies: {@link Latency#OWN_DELAY} also for the send delay, {@link Latency#SEND_ACK} also
         * for the response time, {@link Latency#TRANSFER} also for the end-to-end time.
         */
        final ValueCounts[] alike = counts();
        /** Dyno's own delay in latencies, see {@link Latencies#addOwnDelay}; only of measured messages. */
        final ValueCounts[] ownDelays = counts();

        private static ValueCounts[] counts() {
            return Arrays.stream(LATENCIES).map(l -> new ValueCounts()).toArray(ValueCounts[]::new);
        }

        void addTo(Latencies sum) {
            for (Latency latency : LATENCIES) {
                sum.add(latency, own[latency.ordinal()].recorded());
                sum.addOwnDelay(latency, ownDelays[latency.ordinal()].recorded());
            }
            addToBoth(sum, Latency.OWN_DELAY, Latency.SEND_DELAY);
            addToBoth(sum, Latency.SEND_ACK, Latency.RESPONSE);
            addToBoth(sum, Latency.TRANSFER, Latency.END_TO_END);
        }

        private void addToBoth(Latencies sum, Latency one, Latency other) {
            sum.addToBoth(one, other, alike[one.ordinal()].recorded());
        }

        void clear() {
            for (int i = 0; i < LATENCIES.length; i++) {
                own[i].clear();
                alike[i].clear();
                ownDelays[i].clear();
            }
        }
    }

    void record(Latency latency, long valueNs, boolean isWarmup) {
        if (valueNs < 0) {
            negative++;
        } else {
            (isWarmup ? warmup : measured).own[latency.ordinal()].add(valueNs, 1);
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
        recordPair(Latency.SEND_ACK, nowNs - sentNs, Latency.RESPONSE, nowNs - intendedNs, ownDelayNs, isWarmup);
    }

    /**
     * Records two latencies; if they are equal, one value stands for both. All-out most are, because a message is intended when
     * it is sent.
     *
     * @param ownDelayNs Dyno's own delay in {@code otherNs}, if they differ
     */
    void recordPair(Latency one, long oneNs, Latency other, long otherNs, long ownDelayNs, boolean isWarmup) {
        if (oneNs == otherNs && oneNs >= 0) {
            (isWarmup ? warmup : measured).alike[one.ordinal()].add(oneNs, 1);
        } else {
            record(one, oneNs, isWarmup);
            recordWithOwnDelay(other, otherNs, ownDelayNs, isWarmup);
        }
    }

    void recordWithOwnDelay(Latency latency, long valueNs, long ownDelayNs, boolean isWarmup) {
        record(latency, valueNs, isWarmup);
        if (ownDelayNs > 0 && valueNs >= 0 && !isWarmup) {
            measured.ownDelays[latency.ordinal()].add(valueNs, ownDelayNs);
        }
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
        repeated = 0;
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
