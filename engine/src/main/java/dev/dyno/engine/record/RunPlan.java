package dev.dyno.engine.record;

import dev.dyno.driver.Destination;
import dev.dyno.model.pace.Cursor;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Seeds;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that a {@link Runner} needs to know.
 *
 * @param workload the traffic
 * @param producerTarget broker and credentials of the producers
 * @param consumerTarget broker and credentials of the consumers
 * @param share the producers and consumers that this runner has
 * @param runId id of the run, in the head of each message
 * @param acceptAnyRun whether consumers, in a load without producers, count the messages of every run as theirs
 * @param producerIdBase added to the numbers of the producers, so that several processes can send in one run
 * @param faults to be executed, and whether broken connections are replaced
 * @param brokerFacts facts of the broker that do not come from the driver, for the semantics card
 * @param config the resolved settings, for the stored run
 */
public record RunPlan(
        Workload workload,
        Target producerTarget,
        Target consumerTarget,
        Share share,
        long runId,
        boolean acceptAnyRun,
        int producerIdBase,
        FaultPlan faults,
        Map<String, String> brokerFacts,
        Map<String, Object> config) {

    /**
     * Whether the threads of the load are to have short slices. Short slices make sends punctual, but cost an all-out load on a
     * fully used machine up to a fifth of its rate.
     */
    public boolean needsShortSlices() {
        return !workload.producers().isEmpty()
                && workload.producers().stream().allMatch(group -> group.load() instanceof Schedule)
                && !new RunConfig(config).isOverload();
    }

    /** Id of a run in results, and in commands to workers. */
    public static String idOf(long runId) {
        return String.format(Locale.ROOT, "%016x", runId);
    }

    /** Name of a producer's group, by the producer's number. */
    public Optional<String> groupOf(int producerId) {
        return producer(producerId).flatMap(place -> place.group.name());
    }

    /** Whether the messages of a producer have a time to live that may end before the run: the broker may drop them. */
    public boolean mayExpire(int producerId) {
        return producer(producerId).filter(place -> mayExpire(place.group)).isPresent();
    }

    /** Whether {@link #mayExpire(int)} is true of any producer. */
    public boolean mayExpire() {
        return workload.producers().stream().anyMatch(this::mayExpire);
    }

    private boolean mayExpire(ProducerGroup group) {
        Duration timeToLive = group.message().timeToLive();
        Phases phases = workload.phases();
        boolean isLonger = !phases.duration().isZero()
                && phases.backlog().isEmpty()
                && timeToLive.compareTo(phases.duration().plus(phases.drain())) >= 0;
        return !timeToLive.isZero() && !isLonger;
    }

    /**
     * A producer's place among those of its group.
     *
     * @param share of the group's messages
     * @param seed of the group's random arrivals
     */
    public record ProducerPlace(ProducerGroup group, Slice share, long seed) {

        /** Times of its messages, from the start of its span; empty all-out. */
        public Optional<Cursor> times() {
            return group.load() instanceof Schedule schedule
                    ? Optional.of(schedule.cursor(share, seed))
                    : Optional.empty();
        }

        public Destination destination() {
            return group.destinations().get(share.index() / group.perDestination());
        }
    }

    /** The place of a producer, by its number; empty for a number that no producer of this run has. */
    public Optional<ProducerPlace> producer(int producerId) {
        int index = producerId - producerIdBase;
        int first = 0;
        for (ProducerGroup group : workload.producers()) {
            if (index >= first && index < first + group.size()) {
                return Optional.of(
                        new ProducerPlace(group, new Slice(index - first, group.size()), seedOfArrivals(first)));
            }
            first += group.size();
        }
        return Optional.empty();
    }

    /**
     * Seed of the random arrivals of a group, by the number of its first producer; not derived from that number itself, because
     * the seeds of the producer's sizes and keys are.
     */
    private long seedOfArrivals(int first) {
        return first == 0 ? workload.seed() : Seeds.derive(workload.seed(), -first);
    }

    /** A copy for other addresses of the broker. */
    public RunPlan withTargets(Target producers, Target consumers) {
        return new RunPlan(
                workload,
                producers,
                consumers,
                share,
                runId,
                acceptAnyRun,
                producerIdBase,
                faults,
                brokerFacts,
                config);
    }
}
