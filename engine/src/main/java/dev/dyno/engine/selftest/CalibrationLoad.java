package dev.dyno.engine.selftest;

import dev.dyno.engine.proxy.TcpProxy;
import dev.dyno.engine.proxy.TcpProxy.Reception;
import dev.dyno.engine.proxy.Way;
import dev.dyno.engine.proxy.WireConditions;
import dev.dyno.model.config.file.WorkloadFile;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One load of a calibration, with the disturbance by the proxy. All loads have the same rate and lengths.
 *
 * @param name shown in the table
 * @param maxPending messages in flight
 * @param conditions of both directions
 * @param event disturbance during the load
 */
record CalibrationLoad(String name, int maxPending, WireConditions conditions, Optional<Event> event) {

    static final int PER_SECOND = 200;
    static final Duration WARMUP = Duration.ofSeconds(1);
    static final Duration DURATION = Duration.ofSeconds(10);
    static final Duration DRAIN = Duration.ofSeconds(3);

    static Duration measured() {
        return DURATION.minus(WARMUP);
    }

    /**
     * A disturbance.
     *
     * @param at from the start of the load
     * @param stalls the directions that let nothing through for that long; empty = all connections are broken instead
     * @param reception of new connections during it
     */
    record Event(Duration at, Duration length, Set<Way> stalls, Reception reception) {

        static Event stall(Duration at, Duration length, Way... ways) {
            return new Event(at, length, Set.of(ways), Reception.SERVES);
        }

        static Event breaks(Duration at, Duration length, Reception reception) {
            return new Event(at, length, Set.of(), reception);
        }

        boolean lastsBeyondTheLoad() {
            return at.plus(length).compareTo(DURATION) > 0;
        }

        boolean isBreak() {
            return stalls.isEmpty();
        }
    }

    private static final int MANY = 100;
    private static final int FEW = 20;
    private static final Duration MIDDLE = Duration.ofSeconds(5);

    /**
     * Start of an event near the end, after which 300 messages are due. With 20 in flight, which any client library sends at
     * once, 280 are never sent.
     */
    private static final Duration NEAR_THE_END = Duration.ofMillis(8_500);

    static final List<CalibrationLoad> ALL = List.of(
            new CalibrationLoad("plain", MANY, WireConditions.CLEAR, Optional.empty()),
            new CalibrationLoad(
                    "delay of 5 ms each way",
                    MANY,
                    WireConditions.CLEAR.withDelay(Duration.ofMillis(5)),
                    Optional.empty()),
            new CalibrationLoad(
                    "jitter of up to 10 ms each way",
                    MANY,
                    WireConditions.jittered(Duration.ofMillis(10)),
                    Optional.empty()),
            new CalibrationLoad(
                    "bandwidth of 500 kB/s each way",
                    MANY,
                    WireConditions.CLEAR.withBandwidth(500_000),
                    Optional.empty()),
            new CalibrationLoad(
                    "stall of 2 s toward the broker",
                    MANY,
                    WireConditions.CLEAR,
                    Optional.of(Event.stall(MIDDLE, Duration.ofSeconds(2), Way.TO_SERVER))),
            new CalibrationLoad(
                    "stall of both ways across the end of the load",
                    FEW,
                    WireConditions.CLEAR,
                    Optional.of(Event.stall(NEAR_THE_END, Duration.ofSeconds(20), Way.TO_SERVER, Way.TO_CLIENT))),
            new CalibrationLoad(
                    "broken connections, none for 1 s",
                    MANY,
                    WireConditions.CLEAR,
                    Optional.of(Event.breaks(MIDDLE, Duration.ofSeconds(1), Reception.CLOSES))));

    /** Workload of this load, on a queue. */
    WorkloadFile workload(String queue) {
        return WorkloadFile.of(
                "calibration",
                String.format(
                        Locale.ROOT,
                        """
                        reconnect: %s
                        producers: { to: queue://%s, rate: %d/s, max-pending: %d }
                        consumers: { from: queue://%s }
                        phases: { warmup: %ds, measure: %ds, drain: %ds }
                        """,
                        event.filter(Event::isBreak).isPresent(),
                        queue,
                        PER_SECOND,
                        maxPending,
                        queue,
                        WARMUP.toSeconds(),
                        measured().toSeconds(),
                        DRAIN.toSeconds()));
    }

    void prepare(TcpProxy proxy) {
        for (Way way : Way.values()) {
            proxy.stall(way, 0, 0);
            proxy.set(way, conditions);
        }
    }
}
