package dev.dyno.model.config;

import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.ProfileEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a load is carried out: what belongs to a run beside its traffic.
 *
 * @param faults done to the broker meanwhile, and whether broken connections are replaced
 * @param profile of the broker's JVM in the measured phase, in these ways; empty = none
 * @param freshNames whether the destinations get names of their own in each run
 * @param workers that make the load together; empty = this process makes it
 * @param given the settings as the user gave them, to refuse them by the names that the user has for them
 */
public record Conduct(
        FaultPlan faults, List<ProfileEvent> profile, boolean freshNames, Optional<Workers> workers, Reading given) {

    public Conduct {
        profile = List.copyOf(profile);
    }

    /** Reads what is given, with all that contradicts itself told. */
    public static Conduct read(Reading in) {
        in.check(ConductSettings.SECTION);
        return new Conduct(
                new FaultPlan(
                        in.get(ConductSettings.FAULTS),
                        in.get(ConductSettings.RECONNECT)
                                ? Optional.of(in.get(ConductSettings.RECONNECT_DELAY))
                                : Optional.empty()),
                in.get(ConductSettings.PROFILE),
                in.get(ConductSettings.FRESH_NAMES),
                WorkerSettings.read(in),
                in);
    }

    /** The keys of its settings, which stand at the top of a file. */
    public static List<String> keys() {
        return Stream.of(ConductSettings.SECTION, WorkerSettings.SECTION)
                .flatMap(section -> section.keys().stream())
                .toList();
    }

    /** With the faults at other times. */
    public Conduct withFaults(FaultPlan others) {
        return new Conduct(others, profile, freshNames, workers, given);
    }

    /** With fresh names, unless the user has said something about them. */
    public Conduct withFreshNamesByDefault() {
        return given.has(ConductSettings.FRESH_NAMES) ? this : new Conduct(faults, profile, true, workers, given);
    }

    /** Writes all values as a file has them. */
    public void write(Map<String, String> values) {
        ConductSettings.SECTION.write(this, "", values);
        workers.ifPresent(some -> WorkerSettings.SECTION.write(some, "", values));
    }
}
