package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.workload.Backlog;
import dev.dyno.model.workload.Phases;
import java.time.Duration;
import java.util.Optional;

/** Settings of the phases of a load and of its initial backlog. */
public final class PhaseSettings {

    /** Value for a measured phase that lasts until the run is stopped. */
    public static final String UNTIL_STOPPED = "until stopped";

    public static final Section<Phases> SECTION = new Section<>("phases.", HelpPart.LOAD);

    /** Length of the load; a file gives it by {@link #MEASURE}. */
    public static final LoadSetting<Phases, Duration> DURATION = SECTION.add(
                    "", ValueType.duration(), Duration.ZERO, Phases::duration)
            .means("Length of the load, for example 10s, 5m or 10 (seconds), with the warm-up that --warmup gives.")
            .flag("TIME", "--duration")
            .often()
            .defaultWords("until Ctrl+C");

    public static final LoadSetting<Phases, Warmup> WARMUP = SECTION.add(
                    "warmup",
                    LoadKinds.warmup(),
                    Warmup.NONE,
                    phases -> new Warmup(phases.warmup(), phases.untilSteady()))
            .means("The first part of the load, not measured: a time, 0 = none, or 'until steady, at most 2m'.")
            .flag("TIME", "--warmup")
            .shownIn(HelpPart.MEASURING)
            .often()
            .defaultWords("until steady, at most 15s, before --duration; in a file none");

    public static final LoadSetting<Phases, Optional<Duration>> MEASURE = SECTION.add(
                    "measure",
                    LoadKinds.time().or(UNTIL_STOPPED, Duration.ZERO).map(Optional::of),
                    Optional.of(Duration.ofMinutes(1)),
                    PhaseSettings::measured)
            .means("Length of the measured phase, which follows the warm-up.")
            .alsoSetBy(DURATION)
            .writtenAs(value -> Optional.of(Duration.ZERO).equals(value) ? UNTIL_STOPPED : LoadKinds.text(value))
            .writtenIfAbsent();

    public static final LoadSetting<Phases, Duration> DRAIN = SECTION.add(
                    "drain", ValueType.duration(), Duration.ofSeconds(30), Phases::drain)
            .means("Longest time for the deliveries that are left after the load.")
            .flag("TIME", "--drain")
            .shownIn(HelpPart.MEASURING);

    public static final LoadSetting<Phases, Duration> CONNECT_TIMEOUT = SECTION.add(
                    "connect-timeout", LoadKinds.time(), Phases.CONNECT_TIMEOUT, Phases::connectTimeout)
            .means(
                    "Longest time for one producer or consumer to be connected; before the first, again for every hundred of them.")
            .flag("TIME", "--connect-timeout")
            .shownIn(HelpPart.LOAD)
            .writtenIf(phases -> !phases.connectTimeout().equals(Phases.CONNECT_TIMEOUT));

    public static final Section<Backlog> BACKLOG = new Section<>("phases.backlog.", HelpPart.LOAD);

    public static final LoadSetting<Backlog, Optional<Long>> MESSAGES = BACKLOG.optional(
                    "messages", ValueType.whole(1, Long.MAX_VALUE), backlog -> backlog.size()
                            .in(Backlog.Measure.MESSAGES))
            .means("Deliveries that are owed when the consumers start.");

    public static final LoadSetting<Backlog, Optional<Long>> BYTES = BACKLOG.optional(
                    "bytes", LoadKinds.aboveZero(ValueType.size(0, Long.MAX_VALUE), 0L), backlog -> backlog.size()
                            .in(Backlog.Measure.BYTES))
            .means("Bytes of the bodies of these, like 2GiB.");

    public static final LoadSetting<Backlog, Optional<Duration>> LENGTH = BACKLOG.optional(
                    "duration",
                    LoadKinds.time(),
                    backlog -> backlog.size().in(Backlog.Measure.NS).map(Duration::ofNanos))
            .means("Time in which the producers send before the consumers start.");

    public static final LoadSetting<Backlog, Duration> DEADLINE = BACKLOG.add(
                    "deadline", LoadKinds.time(), Duration.ofMinutes(5), Backlog::deadline)
            .means("Longest time for the consumers to drain it.");

    public static final LoadSetting<Backlog, Boolean> WHILE_SENDING = BACKLOG.add(
                    "while-sending", ValueType.flag(), false, Backlog::whileSending)
            .means("Whether the producers keep sending during the drain.");

    public static final LoadSetting<Backlog, Optional<Long>> LEFT = BACKLOG.optional(
                    "left", ValueType.whole(0, Long.MAX_VALUE), Backlog::left)
            .means(
                    "Deliveries that may be owed when it counts as drained; without it none or, if the producers keep sending, few"
                            + " enough that the consumers have caught up.");

    public static final LoadSetting<Backlog, Boolean> MEASURED_AFTER = BACKLOG.add(
                    "measured-after", ValueType.flag(), false, Backlog::measuredAfter)
            .means("Whether the measured phase begins again when it is drained, with producers that keep sending.")
            .writtenIf(Backlog::measuredAfter);

    static {
        BACKLOG.refuse(
                MEASURED_AFTER,
                in -> in.get(MEASURED_AFTER) && !in.get(WHILE_SENDING),
                "the producers stop when the backlog is built, and nothing is measured behind it; leave it out, or say"
                        + " while-sending: true.");
        SECTION.refuse(
                MEASURE,
                in -> in.has(MEASURE)
                        && in.phases.backlog().filter(b -> !b.whileSending()).isPresent(),
                "the producers stop when the backlog is built, and the run ends when it is drained; leave it out, or"
                        + " say while-sending: true.");
    }

    private PhaseSettings() {}

    /** Reads the phases of a file and reports contradictions. */
    public static Phases read(Reading in) {
        Optional<Backlog> backlog = in.phases.backlog();
        Warmup warmup = in.get(WARMUP);
        Duration measure =
                in.has(MEASURE) || backlog.isEmpty() ? in.get(MEASURE).orElse(Duration.ZERO) : Duration.ZERO;
        in.check(SECTION);
        return new Phases(
                in.get(CONNECT_TIMEOUT),
                warmup.longest(),
                warmup.untilSteady(),
                measure.isZero() ? Duration.ZERO : warmup.longest().plus(measure),
                in.get(DRAIN),
                backlog);
    }

    /** Reads the backlog; the caller checks that exactly one size is given. */
    public static Backlog readBacklog(Reading in) {
        in.check(BACKLOG);
        Optional<Backlog.Size> bytes = in.get(BYTES).map(given -> new Backlog.Size(Backlog.Measure.BYTES, given));
        Optional<Backlog.Size> length =
                in.get(LENGTH).map(given -> new Backlog.Size(Backlog.Measure.NS, given.toNanos()));
        return new Backlog(
                bytes.or(() -> length)
                        .orElseGet(() -> new Backlog.Size(
                                Backlog.Measure.MESSAGES, in.get(MESSAGES).orElse(1L))),
                in.get(DEADLINE),
                in.get(WHILE_SENDING),
                in.get(LEFT),
                in.get(MEASURED_AFTER));
    }

    private static Optional<Duration> measured(Phases phases) {
        if (phases.duration().isZero()) {
            return phases.backlog().isPresent() ? Optional.empty() : Optional.of(Duration.ZERO);
        }
        return Optional.of(phases.duration().minus(phases.warmup()));
    }
}
