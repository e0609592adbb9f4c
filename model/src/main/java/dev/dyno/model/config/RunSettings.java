package dev.dyno.model.config;

import dev.dyno.model.config.CapacitySettings.CapacityAsked;
import dev.dyno.model.config.ConductSettings.Price;
import dev.dyno.model.config.WorkerSettings.Workers;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.ProfileEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Settings of a run beside its traffic.
 *
 * @param faults planned for the load, and whether broken connections are replaced
 * @param profile events to profile in the broker's JVM in the measured phase; empty = none
 * @param freshNames whether the destinations get names of their own in each run
 * @param waitForQuiet longest wait until other programs use little of this machine; empty = no wait
 * @param conditions that fail the run or end its load
 * @param tags labels of the run, by name
 * @param price of its machines per hour
 * @param processors numbers of the processors of this machine that the load is held to; empty = all
 * @param capacity settings of a search for the capacity
 * @param workers that make the load together; empty = this process makes it
 * @param given the settings as the user gave them, so that an error names them as the user does
 */
public record RunSettings(
        FaultPlan faults,
        List<ProfileEvent> profile,
        boolean freshNames,
        Optional<Duration> waitForQuiet,
        Conditions conditions,
        Map<String, String> tags,
        Optional<Price> price,
        List<Integer> processors,
        CapacityAsked capacity,
        Optional<Workers> workers,
        Reading given) {

    /**
     * Conditions on a run.
     *
     * @param require percentile that the verdict has to reach
     * @param failIf conditions any of which fails the run if it holds
     * @param abortIf conditions any of which ends the load if it holds
     */
    public record Conditions(Optional<String> require, List<Threshold> failIf, List<Threshold> abortIf) {

        private static final Conditions NONE = new Conditions(Optional.empty(), List.of(), List.of());
    }

    /** Reads the given settings and reports contradictions. */
    public static RunSettings read(Reading in) {
        in.check(ConductSettings.SECTION);
        return new RunSettings(
                new FaultPlan(
                        in.get(ConductSettings.FAULTS),
                        in.get(ConductSettings.RECONNECT)
                                ? Optional.of(in.get(ConductSettings.RECONNECT_DELAY))
                                : Optional.empty()),
                in.get(ConductSettings.PROFILE),
                in.get(ConductSettings.FRESH_NAMES),
                in.get(ConductSettings.WAIT_FOR_QUIET),
                new Conditions(
                        in.get(ConductSettings.REQUIRE),
                        in.get(ConductSettings.FAIL_IF),
                        in.get(ConductSettings.ABORT_IF)),
                new TreeMap<>(in.get(ConductSettings.TAGS)),
                in.get(ConductSettings.PRICE),
                in.get(ConductSettings.PROCESSORS),
                CapacityAsked.read(in),
                WorkerSettings.read(in),
                in);
    }

    /** Keys of its settings, which are at the top level of a file. */
    public static List<String> keys() {
        return Stream.of(ConductSettings.SECTION, CapacitySettings.SECTION, WorkerSettings.SECTION)
                .flatMap(section -> section.keys().stream())
                .toList();
    }

    public RunSettings withFaults(FaultPlan others) {
        return with(others, profile, freshNames, conditions);
    }

    /** A copy for a search before the load, without faults and profiles. */
    public RunSettings ofSearch() {
        return with(new FaultPlan(List.of(), faults.reconnectDelay()), List.of(), freshNames, conditions);
    }

    /** A copy without conditions on the run: a search overloads the broker on purpose, and would break them. */
    public RunSettings withoutConditions() {
        return with(faults, profile, freshNames, Conditions.NONE);
    }

    /** A copy with fresh names, unless the user has set them. */
    public RunSettings withFreshNamesByDefault() {
        return given.has(ConductSettings.FRESH_NAMES) ? this : with(faults, profile, true, conditions);
    }

    private RunSettings with(FaultPlan plan, List<ProfileEvent> events, boolean fresh, Conditions others) {
        return new RunSettings(
                plan, events, fresh, waitForQuiet, others, tags, price, processors, capacity, workers, given);
    }

    /** Writes all values in the form of a file. */
    public void write(Map<String, String> values) {
        ConductSettings.SECTION.write(this, "", values);
        CapacitySettings.SECTION.write(capacity, "", values);
        workers.ifPresent(some -> WorkerSettings.SECTION.write(some, "", values));
    }
}
