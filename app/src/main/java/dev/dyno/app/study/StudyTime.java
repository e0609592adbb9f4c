package dev.dyno.app.study;

import dev.dyno.app.plan.CapacityPlan;
import dev.dyno.app.plan.Setup;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.pace.OfHeld;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Plural;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import dev.dyno.report.study.Cell;
import dev.dyno.report.study.Study;
import dev.dyno.report.study.StudyFile;
import dev.dyno.report.study.StudyPlan;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Estimated duration of trials, from the phases of their loads, or from counts and rates where these end a load earlier. */
public final class StudyTime {

    /** Setting of the length of the measured phase. */
    public static final String MEASURE = "workload.phases.measure";

    /** Assumed duration of starting and ending a broker. */
    private static final long BROKER_MS = 5_000;

    /** Assumed duration of connecting, draining and closing of a run. */
    private static final long RUN_MS = 1_000;

    /** Longest duration of a search for what a broker holds. */
    private static final long SEARCH_MS = CapacityPlan.LONGEST_OF_HELD.toMillis() + RUN_MS;

    /**
     * Assumed messages a second of an all-out load: the lowest rate of one consumer so far. That was with Qpid, of which the
     * consumer requests each message by itself.
     */
    private static final double ALL_OUT_PER_SECOND = 5_000;

    private static final double MS_PER_S = 1e3;

    private final StudyFile file;
    private final Map<Cell, Long> loadsMs = new HashMap<>();
    /** Whether a load looked at so far asks for a search that all loads share. */
    private boolean isSearchShared;

    public StudyTime(StudyFile file) {
        this.file = file;
    }

    public Duration of(List<StudyPlan.Planned> trials) {
        return Duration.ofMillis(ms(trials, false));
    }

    public Duration of(List<StudyPlan.Planned> trials, Duration measure) {
        Map<String, String> settings = new LinkedHashMap<>(file.study().instead());
        settings.put(MEASURE, measure.toSeconds() + "s");
        return new StudyTime(file.with(0, settings)).of(trials);
    }

    /** @param isSearched whether a search that all trials share has been made */
    long ms(List<StudyPlan.Planned> trials, boolean isSearched) {
        long ms = trials.stream().mapToLong(this::ms).sum();
        return ms + (isSearchShared && !isSearched ? SEARCH_MS : 0);
    }

    private long ms(StudyPlan.Planned trial) {
        Study study = file.study();
        Map<String, String> settings = study.settings(study.steps().get(0), trial.cell());
        boolean isHere = settings.containsKey(TargetSettings.URL.key())
                || TargetSettings.IN_PROCESS.contains(settings.getOrDefault(TargetSettings.BROKER.key(), ""));
        long broker = trial.keepsBroker() ? 0 : study.rounds().coolDown().toMillis() + (isHere ? 0 : BROKER_MS);
        return broker
                + loadsMs.computeIfAbsent(trial.cell(), cell -> study.steps().stream()
                        .mapToLong(step -> RUN_MS + loadMs(step, cell))
                        .sum());
    }

    private long loadMs(Study.Step step, Cell cell) {
        Setup setup = new Setup("", file.study().settings(step, cell));
        Workload workload = file.workload(file.study().workload(step, cell), setup.overrides())
                .workload();
        long ms = workload.phases().duration().toMillis();
        List<ProducerGroup> groups = workload.producers();
        boolean isCounted = !groups.isEmpty() && groups.stream().allMatch(group -> group.messageCount() > 0);
        long countedMs = groups.stream().mapToLong(StudyTime::countedMs).max().orElse(0);
        boolean isHeld = groups.stream().anyMatch(group -> group.load() instanceof OfHeld);
        boolean isOnce = file.study().rounds().held() == Study.HeldSearch.ONCE;
        isSearchShared |= isHeld && isOnce;
        long searchMs = isHeld && !isOnce ? SEARCH_MS : 0;
        return searchMs + (isCounted && (ms == 0 || countedMs < ms) ? countedMs : ms);
    }

    private static long countedMs(ProducerGroup group) {
        double perSecond = group.load() instanceof Schedule schedule
                ? Math.max(1, schedule.count(Duration.ofMinutes(1).toNanos()) / 60.0)
                : ALL_OUT_PER_SECOND;
        return Math.round(MS_PER_S * group.messageCount() / perSecond);
    }

    /** Number of trials of a study, and their duration: estimated, or the time that the study has for all of them. */
    public static String size(StudyFile file) {
        List<StudyPlan.Planned> trials = StudyPlan.of(file.study(), Map.of());
        Duration duration = file.study().rounds().within().orElseGet(() -> new StudyTime(file).of(trials));
        return Plural.count(trials.size(), "trial", "trials") + ", " + text(duration);
    }

    /** A duration in seconds below two minutes, otherwise in minutes, or hours and minutes. */
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 120) {
            return seconds + " s";
        }
        long minutes = Math.round(seconds / 60.0);
        return minutes < 120 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
