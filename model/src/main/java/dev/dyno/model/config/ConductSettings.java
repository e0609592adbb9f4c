package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.threshold.Threshold;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.ProfileEvent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Settings of a run beside its traffic, for example faults, conditions and tags. */
public final class ConductSettings {

    /** Price of the machines of a run, in any currency. */
    public record Price(double perHour) {

        static ValueType<Price> type() {
            String expectation = "a price per hour above 0, like 9/h or 0.35/h";
            return ValueType.of("PRICE", expectation, text -> {
                boolean isPrice = text.matches("[0-9]{1,18}(\\.[0-9]{1,9})?/h");
                double perHour = isPrice ? Double.parseDouble(text.substring(0, text.length() - 2)) : 0;
                if (perHour == 0) {
                    throw ValueType.refusal(text, expectation);
                }
                return new Price(perHour);
            });
        }

        @Override
        public String toString() {
            return BigDecimal.valueOf(perHour).stripTrailingZeros().toPlainString() + "/h";
        }
    }

    private static final Duration LONGEST_DELAY = Duration.ofHours(1);

    public static final Section<RunSettings> SECTION = new Section<>("", HelpPart.BROKER);

    public static final LoadSetting<RunSettings, List<Fault>> FAULTS = SECTION.add(
                    "faults", Faults.kind(), List.of(), settings -> settings.faults()
                            .faults())
            .means(
                    "Inject a fault this long after the start of the load (warm-up included). Into the broker that Dyno starts: kill"
                            + " (SIGKILL), stop (SIGTERM), restart (with its ports and data), pause and resume (SIGSTOP and SIGCONT),"
                            + " or pause:5s, which resumes by itself. By a command of yours: exec 'kubectl delete pod broker-0'. On"
                            + " the way to any broker: delay=50ms, bandwidth=1MB/s, cut or reset, each for a time, like cut:3s, or"
                            + " until cut=off, or for one connection, like reset:one. May be repeated.")
            .several()
            .flag("TIME ACTION", "--at")
            .defaultWords("nothing");

    public static final LoadSetting<RunSettings, Boolean> RECONNECT = SECTION.add(
                    "reconnect", ValueType.flag(), false, settings -> settings.faults()
                            .reconnectDelay()
                            .isPresent())
            .means("Replace connections that break, instead of failing the run; messages that are due in the"
                    + " meantime are late.")
            .flag("", "--reconnect");

    public static final LoadSetting<RunSettings, Duration> RECONNECT_DELAY = SECTION.add(
                    "reconnect-delay",
                    LoadKinds.aboveZero(ValueType.duration(Duration.ZERO, LONGEST_DELAY), Duration.ZERO),
                    Duration.ofMillis(100),
                    settings -> settings.faults().reconnectDelay().orElse(Duration.ZERO))
            .means(
                    "Time between the first two attempts to reconnect; it doubles with each attempt, up to ten times that.")
            .flag("TIME", "--reconnect-delay")
            .alsoSetBy(RECONNECT)
            .writtenIf(settings -> settings.faults().reconnectDelay().isPresent());

    public static final LoadSetting<RunSettings, List<ProfileEvent>> PROFILE = SECTION.<List<ProfileEvent>>add(
                    "profile",
                    LoadKinds.several(ValueType.choice(ProfileEvent.class))
                            .map(events -> events.stream().distinct().toList()),
                    List.of(),
                    RunSettings::profile)
            .means("Flame graph of the broker that is started, if it is a JVM, in the measured phase: cpu, lock (what"
                    + " threads wait for) or alloc, or several with commas between. It costs the broker some time.")
            .several()
            .flag("EVENT", "--profile")
            .shownIn(HelpPart.MEASURING);

    /**
     * Whether names of destinations are made unique. A stored run keeps the given names, so that two runs are compared as the
     * same load.
     */
    public static final LoadSetting<RunSettings, Boolean> FRESH_NAMES = SECTION.add(
                    "fresh-names", ValueType.flag(), false, RunSettings::freshNames)
            .means("Append random characters to the name of each destination, others in each run, so that no run"
                    + " finds messages of another. Files of the OpenMessaging Benchmark have it.")
            .flag("", "--fresh-names")
            .shownIn(HelpPart.LOAD)
            .writtenIf(RunSettings::freshNames);

    public static final LoadSetting<RunSettings, Optional<Duration>> WAIT_FOR_QUIET = SECTION.optional(
                    "wait-for-quiet", LoadKinds.time(), RunSettings::waitForQuiet)
            .means(
                    "Before the load, wait until other programs use less than a tenth of this machine's processors for 3 s,"
                            + " at most this long.")
            .flag("TIME", "--wait-for-quiet")
            .shownIn(HelpPart.MEASURING)
            .defaultWords("no wait");

    public static final LoadSetting<RunSettings, Optional<String>> REQUIRE = SECTION.optional(
                    "require",
                    ValueType.words(Stream.of(Percentile.values())
                            .map(Percentile::title)
                            .toList()),
                    settings -> settings.conditions().require())
            .means(
                    "Percentile that the verdict has to reach: the exit status is 4 if it is not VALID to this one or a higher one.")
            .flag("PERCENTILE", "--require")
            .shownIn(HelpPart.MEASURING);

    public static final LoadSetting<RunSettings, List<Threshold>> FAIL_IF = SECTION.several(
                    "fail-if",
                    ValueType.of("CONDITION", Threshold.FORM, Threshold::parse),
                    settings -> settings.conditions().failIf())
            .means(
                    "Fail the run, with exit status 3, if this holds for its measured phase, like 'p99(end-to-end) > 50ms',"
                            + " 'rate < 20000/s' or 'lost > 0': a percentile, max or mean of a latency, or a figure of"
                            + " docs/reference/figures.md; may be repeated.")
            .repeated()
            .flag("CONDITION", "--fail-if")
            .shownIn(HelpPart.MEASURING);

    /** Number of seconds at the end of the measured phase so far that {@link #ABORT_IF} looks at. */
    public static final int ABORT_SECONDS = 5;

    public static final LoadSetting<RunSettings, List<Threshold>> ABORT_IF = SECTION.several(
                    "abort-if",
                    ValueType.of("CONDITION", Threshold.FORM, Threshold::parseOfSeconds),
                    settings -> settings.conditions().abortIf())
            .means("End the load in good order, with exit status 3, as soon as this holds for the last " + ABORT_SECONDS
                    + " s of the measured phase: a condition as in --fail-if, on a latency, a rate or a count of events; may"
                    + " be repeated.")
            .repeated()
            .flag("CONDITION", "--abort-if")
            .shownIn(HelpPart.MEASURING);

    private static final String TAG_NAME = "[A-Za-z][A-Za-z0-9_]{0,39}";
    private static final String TAG_VALUE = "[^\\p{Cntrl}]*[^\\p{Cntrl}\\s][^\\p{Cntrl}]*";

    public static final LoadSetting<RunSettings, Map<String, String>> TAGS = SECTION.add(
                    "tags", LoadKinds.entries("NAME=VALUE"), Map.of(), RunSettings::tags)
            .means("Label the run, like commit=3f2a91c: stored with it, and shown and searched by dyno history, dyno"
                    + " query, metrics and JUnit; several with commas between, and may be repeated.")
            .ofEntries(tags -> tags)
            .flag("NAME=VALUE", "--tag")
            .shownIn(HelpPart.OUTPUT);

    public static final LoadSetting<RunSettings, Optional<Price>> PRICE = SECTION.optional(
                    "price", Price.type(), RunSettings::price)
            .means("Price of all machines of the run, in any currency, like 9/h: the result then has what a million"
                    + " messages cost.")
            .flag("PRICE", "--price")
            .shownIn(HelpPart.OUTPUT);

    public static final LoadSetting<RunSettings, List<Integer>> PROCESSORS = SECTION.several(
                    "processors", ValueType.count(0, 1023), RunSettings::processors)
            .means(
                    "Processors of this Linux machine that the load is held to, by number, so that clients leave the others"
                            + " to a broker beside them; several with commas between.")
            .flag("N", "--processors")
            .shownIn(HelpPart.LOAD)
            .defaultWords("all");

    static {
        SECTION.refuse(
                PROCESSORS,
                in -> in.has(PROCESSORS) && WorkerSettings.areAsked(in),
                "{given}; are of this machine, and workers make the load. Leave it out, or {workers}.");
        SECTION.refuse(
                PROCESSORS,
                in -> in.has(PROCESSORS)
                        && in.get(FAULTS).stream().anyMatch(fault -> fault.action() == Fault.OnBroker.RESTART),
                "{given}; a broker that is restarted would be held to them, too. Leave it out, or the restart.");
        SECTION.refuse(TAGS, in -> refusedTags(in.get(TAGS)));
        SECTION.refuse(
                FAIL_IF, in -> Threshold.alwaysOne(in.get(FAIL_IF)).stream().toList());
        SECTION.refuse(FAULTS, Faults::contradictions);
        SECTION.refuse(
                WAIT_FOR_QUIET,
                in -> in.has(WAIT_FOR_QUIET) && WorkerSettings.areAsked(in),
                "{given}; looks at this machine, and workers make the load. Leave it out, or {workers}.");
        SECTION.refuse(
                RECONNECT_DELAY,
                in -> in.has(RECONNECT_DELAY) && !in.get(RECONNECT),
                "{given}; has no effect without {reconnect}. Give that, or leave it out.");
    }

    private ConductSettings() {}

    /** Sentences that refuse tags whose name or value is not allowed, one each. */
    public static List<String> refusedTags(Map<String, String> tags) {
        return tags.entrySet().stream()
                .filter(tag ->
                        !tag.getKey().matches(TAG_NAME) || !tag.getValue().matches(TAG_VALUE))
                .map(tag -> tag.getKey() + "=" + tag.getValue()
                        + "; must be NAME=VALUE: a name of at most 40 letters, digits"
                        + " and _ that begins with a letter, and a text in one line.")
                .toList();
    }
}
