package dev.dyno.broker.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.broker.process.LaunchListener;
import dev.dyno.broker.process.Libraries;
import dev.dyno.broker.resource.Puppet;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.ProfileResult;
import dev.dyno.model.workload.ProfileEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import one.convert.Arguments;
import one.convert.FlameGraph;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On real JVMs. */
@Tag("slow")
class ProfilingTest {

    private static final long SECOND = 1_000_000_000;
    private static final List<ProfileEvent> ALL = List.of(ProfileEvent.CPU, ProfileEvent.LOCK, ProfileEvent.ALLOC);
    private static final String MEASURED = "dev.dyno.broker.profile.WorkingMain.measured";

    /** The clock of a recording and that of the system may differ by some milliseconds. */
    private static final long CLOCKS_MILLIS = 20;

    @TempDir
    private Path folder = Path.of("");

    static Path agent() throws Exception {
        return new Libraries(Path.of(System.getProperty("dyno.home", "")), LaunchListener.SILENT)
                .fetch(Profiling.AGENT, Profiling.AGENT_VERSION, Profiling.AGENT_ARTIFACTS)
                .get(0);
    }

    private Profiling prepare(long pid, List<ProfileEvent> events) {
        return Profiling.prepare(pid, events, ProfilingTest::agent, folder.resolve("agents"));
    }

    /** The frames of a page, a line for each stack, as another program reads them. */
    private String stacks(ProfileResult profile) throws IOException {
        Arguments arguments = new Arguments();
        arguments.output = "collapsed";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FlameGraph.parse(folder.resolve(profile.page().orElseThrow()).toString(), arguments)
                .dump(out);
        // How a frame was compiled is of no interest.
        return out.toString(StandardCharsets.UTF_8).replaceAll("_\\[[a-z0-9]]", "");
    }

    private String html(ProfileResult profile) throws IOException {
        return Files.readString(folder.resolve(profile.page().orElseThrow()));
    }

    /** The events of a recording, as the JDK itself reads them. */
    private List<RecordedEvent> recorded(ProfileEvent event) throws IOException {
        return RecordingFile.readAllEvents(folder.resolve(Profiling.RECORDING)).stream()
                .filter(e -> isOf(event, e))
                .toList();
    }

    /** Time of the beginning, since 1970. */
    private static long beginNs(RecordedEvent event) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, event.getStartTime());
    }

    private static boolean isOf(ProfileEvent event, RecordedEvent recorded) {
        return switch (recorded.getEventType().getName()) {
            case "jdk.ExecutionSample" -> event == ProfileEvent.CPU;
            case "jdk.JavaMonitorEnter" -> event == ProfileEvent.LOCK;
            case "jdk.ThreadPark" ->
                event == ProfileEvent.LOCK
                        && recorded.<Object>getValue("parkedClass") instanceof RecordedClass parked
                        && parked.getName().equals("java.util.concurrent.locks.ReentrantLock$NonfairSync");
            case "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB", "jdk.ObjectAllocationSample" ->
                event == ProfileEvent.ALLOC;
            default -> false;
        };
    }

    @Test
    void onlyTheMeasuredPhaseIsOnThePages() throws Exception {
        try (SystemTime time = new SystemTime();
                Puppet jvm = Puppet.start(WorkingMain.class);
                Profiling profiling = prepare(jvm.pid(), ALL)) {
            long startedMillis = time.epochMillis();
            // The recording has more than the measured phase at both ends: what decides is the time of each sample.
            profiling.begin();
            jvm.tell("");
            jvm.tell("");
            long fromNs = TimeUnit.MILLISECONDS.toNanos(time.epochMillis() - startedMillis);
            jvm.tell("");
            long toNs = TimeUnit.MILLISECONDS.toNanos(time.epochMillis() - startedMillis - CLOCKS_MILLIS);
            jvm.tell("");
            profiling.end();
            List<ProfileResult> profiles = profiling.finish(
                    Optional.of(folder), "puppet <1> & $2", Instant.ofEpochMilli(startedMillis), fromNs, toNs);

            assertThat(profiles).extracting(ProfileResult::event).containsExactly("cpu", "lock", "alloc");
            long startedNs = TimeUnit.MILLISECONDS.toNanos(startedMillis);
            for (ProfileResult profile : profiles) {
                assertThat(profile.method()).isEqualTo("async-profiler " + Profiling.AGENT_VERSION);
                assertThat(profile.problem()).isEmpty();
                assertThat(profile.recordedFromNs()).isLessThan(fromNs);
                assertThat(profile.recordedToNs()).isGreaterThan(toNs);
                assertThat(stacks(profile)).contains(MEASURED).doesNotContain("Main.before", "Main.afterwards");
                ProfileEvent event = ProfileEvent.valueOf(profile.event().toUpperCase(Locale.ROOT));
                assertThat(recorded(event))
                        .anyMatch(e -> beginNs(e) < startedNs + fromNs)
                        .anyMatch(e -> beginNs(e) > startedNs + toNs)
                        .filteredOn(e -> beginNs(e) >= startedNs + fromNs && beginNs(e) <= startedNs + toNs)
                        .hasSize((int) profile.samples());
            }
            ProfileResult lock = profiles.get(1);
            // A thread that has nothing to do does not wait for a lock.
            assertThat(stacks(lock))
                    .doesNotContain("Main.idle")
                    .containsPattern(Pattern.compile("Main.holdMonitor;java.lang.Object"))
                    .containsPattern(Pattern.compile("Main.holdLock;.*ReentrantLock.NonfairSync"));
            // A sample of waiting stands for a millisecond, unless it was longer.
            long waitedNs = recorded(ProfileEvent.LOCK).stream()
                    .filter(e -> beginNs(e) >= startedNs + fromNs && beginNs(e) <= startedNs + toNs)
                    .mapToLong(e -> Math.max(1_000_000, e.getDuration().toNanos()))
                    .sum();
            assertThat(lock.total()).isCloseTo(waitedNs / 1_000, within(lock.samples()));
            assertPageStandsAlone(html(lock), lock);
        }
    }

    private static void assertPageStandsAlone(String page, ProfileResult profile) {
        assertThat(page)
                .contains("<meta http-equiv='Content-Security-Policy' content=\"default-src 'none';")
                .containsPattern(
                        "<title>puppet &lt;1&gt; &amp; \\$2: lock, [0-9.]+ s measured from \\S+Z, [0-9,]+ samples</title>")
                .containsPattern("<h1>puppet &lt;1&gt; &amp; \\$2: lock, ")
                .contains("Taken by " + profile.method() + ". " + profile.cannotSee())
                .contains("' us'")
                .doesNotContain("' samples'", "<link", "@import", "src=", "href=");
        // A name of a format is no address.
        assertThat(page.replace("xmlns='http://www.w3.org/2000/svg'", "")).doesNotContain("http:", "https:", "//www");
    }

    @Test
    void aLoadThatEndsInItsWarmupHasNoProfile() throws Exception {
        try (Puppet jvm = Puppet.start(WorkingMain.class);
                Profiling profiling = prepare(jvm.pid(), List.of(ProfileEvent.CPU))) {
            profiling.end();
            profiling.begin();
            ProfileResult cpu = only(profiling);
            assertThat(cpu.page()).isEmpty();
            assertThat(cpu.problem()).contains("the load ended before its measured phase began");
            assertThat(folder).isDirectoryNotContaining("glob:**profile*");
        }
    }

    private ProfileResult only(Profiling profiling) {
        List<ProfileResult> profiles = profiling.finish(Optional.of(folder), "puppet", Instant.EPOCH, 0, SECOND);
        assertThat(profiles).hasSize(1);
        return profiles.get(0);
    }

    @Test
    @Tag("nightly")
    void aJvmThatEndsIsReportedInOneSentence() throws Exception {
        try (Puppet jvm = Puppet.start(WorkingMain.class);
                Profiling profiling = prepare(jvm.pid(), List.of(ProfileEvent.LOCK))) {
            profiling.begin();
            jvm.kill();
            profiling.end();
            ProfileResult lock = only(profiling);
            assertThat(lock.page()).isEmpty();
            assertThat(lock.problem())
                    .contains("the broker's process " + jvm.pid()
                            + " ended before the measured phase did, and its profile with it");
        }
    }

    @Test
    void aJvmThatCannotBeReachedIsReportedInOneSentence() throws Exception {
        long pid;
        try (Puppet jvm = Puppet.start(WorkingMain.class)) {
            pid = jvm.pid();
        }
        try (Profiling profiling = prepare(pid, List.of(ProfileEvent.ALLOC))) {
            profiling.begin();
            profiling.end();
            assertThat(profiling.facts()).isEmpty();
            assertThat(only(profiling).problem().orElseThrow())
                    .startsWith("the broker's JVM, process " + pid + ", lets nobody attach: ");
        }
    }

    @Test
    void aBrokerWithNothingToShowHasNoPage() throws Exception {
        try (Puppet jvm = Puppet.start(WorkingMain.class);
                Profiling profiling = prepare(jvm.pid(), List.of(ProfileEvent.LOCK))) {
            profiling.begin();
            jvm.tell("");
            profiling.end();
            // In 1970 nothing was recorded.
            ProfileResult lock = only(profiling);
            assertThat(lock.samples()).isZero();
            assertThat(lock.page()).isEmpty();
            assertThat(lock.problem().orElseThrow()).endsWith("no thread of the broker was seen to wait for a lock");
        }
    }

    @Test
    void nobodyAsksAndNothingIsDone() {
        try (Profiling profiling = Profiling.none()) {
            profiling.begin();
            profiling.end();
            assertThat(profiling.facts()).isEmpty();
            assertThat(profiling.finish(Optional.of(folder), "", Instant.EPOCH, 0, SECOND))
                    .isEmpty();
        }
    }

    @Test
    void anAgentThatCannotBeFetchedIsReportedInOneSentence() throws Exception {
        try (Puppet jvm = Puppet.start(WorkingMain.class);
                Profiling profiling = Profiling.prepare(
                        jvm.pid(),
                        List.of(ProfileEvent.CPU),
                        () -> {
                            throw new IOException("there is no network");
                        },
                        folder)) {
            profiling.begin();
            profiling.end();
            assertThat(only(profiling).problem()).contains("there is no network");
        }
    }
}
