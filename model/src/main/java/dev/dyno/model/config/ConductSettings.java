package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.ProfileEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Settings of the broker's faults and profile, of the clients' reaction, and of the wait before the load. */
public final class ConductSettings {

    private static final Duration LONGEST_DELAY = Duration.ofHours(1);

    public static final Section<RunSettings> SECTION = new Section<>("", HelpPart.BROKER);

    public static final LoadSetting<RunSettings, List<Fault>> FAULTS = SECTION.add(
                    "faults", Faults.kind(), List.of(), conduct -> conduct.faults()
                            .faults())
            .means(
                    "Inject a fault into the broker that Dyno starts, this long after the start of the load (warm-up included): kill"
                            + " (SIGKILL), stop (SIGTERM), restart (with its ports and data), pause and resume (SIGSTOP and SIGCONT),"
                            + " or pause:5s, which resumes by itself; may be repeated.")
            .several()
            .flag("TIME ACTION", "--at")
            .otherwise("nothing");

    public static final LoadSetting<RunSettings, Boolean> RECONNECT = SECTION.add(
                    "reconnect", ValueType.flag(), false, conduct -> conduct.faults()
                            .reconnectDelay()
                            .isPresent())
            .means("Replace connections that break, instead of failing the run; what is due meanwhile is late.")
            .flag("", "--reconnect");

    public static final LoadSetting<RunSettings, Duration> RECONNECT_DELAY = SECTION.add(
                    "reconnect-delay",
                    LoadKinds.aboveZero(ValueType.duration(Duration.ZERO, LONGEST_DELAY), Duration.ZERO),
                    Duration.ofMillis(100),
                    conduct -> conduct.faults().reconnectDelay().orElse(Duration.ZERO))
            .means("Between the first two attempts to reconnect; doubles up to ten times that.")
            .flag("TIME", "--reconnect-delay")
            .saidBy(RECONNECT)
            .writtenIf(conduct -> conduct.faults().reconnectDelay().isPresent());

    public static final LoadSetting<RunSettings, List<ProfileEvent>> PROFILE = SECTION.<List<ProfileEvent>>add(
                    "profile",
                    LoadKinds.several(ValueType.choice(ProfileEvent.class).map(event -> List.of(event)))
                            .map(events -> events.stream().distinct().toList()),
                    List.of(),
                    RunSettings::profile)
            .means("Flame graph of the broker that is started, if it is a JVM, in the measured phase: cpu, lock (what"
                    + " threads wait for) or alloc, or several with commas between. Has its cost.")
            .several()
            .flag("EVENT", "--profile")
            .shownIn(HelpPart.MEASURING);

    /**
     * Whether names of destinations are made unique. A stored run keeps the given names, so that two runs are compared as the
     * same load.
     */
    public static final LoadSetting<RunSettings, Boolean> FRESH_NAMES = SECTION.add(
                    "fresh-names", ValueType.flag(), false, RunSettings::freshNames)
            .means("Put random characters behind the name of each destination, others in each run, so that no run finds"
                    + " those of another. Files of the OpenMessaging Benchmark have it.")
            .flag("", "--fresh-names")
            .shownIn(HelpPart.LOAD)
            .writtenIf(RunSettings::freshNames);

    public static final LoadSetting<RunSettings, Optional<Duration>> WAIT_FOR_QUIET = SECTION.optional(
                    "wait-for-quiet", LoadKinds.time(), RunSettings::waitForQuiet)
            .means(
                    "Before the load, wait until other programs use less than a tenth of this machine's processors for 3 s,"
                            + " but so long at most.")
            .flag("TIME", "--wait-for-quiet")
            .shownIn(HelpPart.MEASURING)
            .otherwise("no wait");

    static {
        SECTION.refuse(FAULTS, Faults::contradictions);
        SECTION.refuse(
                WAIT_FOR_QUIET,
                in -> in.has(WAIT_FOR_QUIET)
                        && Stream.of(WorkerSettings.WORKERS, WorkerSettings.PRODUCERS, WorkerSettings.CONSUMERS)
                                .anyMatch(in::has),
                "{given}; looks at this machine, and workers make the load. Leave it out, or {workers}.");
        SECTION.refuse(
                RECONNECT_DELAY,
                in -> in.has(RECONNECT_DELAY) && !in.get(RECONNECT),
                "{given}; only {reconnect} looks at it. Give that, or leave it out.");
    }

    private ConductSettings() {}
}
