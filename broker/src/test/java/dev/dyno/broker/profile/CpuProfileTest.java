package dev.dyno.broker.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.resource.Puppet;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.ProfileResult;
import dev.dyno.model.workload.ProfileEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A profile of CPU time beside what the kernel says that the process used. */
@Tag("slow")
@Tag("nightly")
class CpuProfileTest {

    private static final Duration SAMPLE = Duration.parse("PT0.02S");
    private static final int PHASES = 12;

    /** Threads of the JVM, those of its compilers and collector included; each used half a sample, in the mean, before its first. */
    private static final int THREADS = 20;

    @TempDir
    private Path folder = Path.of("");

    private static long sinceNs(Instant started, SystemTime time) {
        return TimeUnit.MILLISECONDS.toNanos(time.epochMillis() - started.toEpochMilli());
    }

    private static Duration used(long pid) {
        return ProcessHandle.of(pid).orElseThrow().info().totalCpuDuration().orElseThrow();
    }

    /** Two threads compute in turns of 2 to 6 ms, shorter than a sample, as those of a broker do. */
    @Test
    void whatThreadsInShortTurnsUseIsInTheProfile() throws Exception {
        try (SystemTime time = new SystemTime();
                Puppet jvm = Puppet.start(WorkingMain.class);
                Profiling profiling = Profiling.prepare(
                        jvm.pid(), List.of(ProfileEvent.CPU), ProfilingTest::agent, folder.resolve("agents"))) {
            Instant started = Instant.ofEpochMilli(time.epochMillis());
            profiling.begin();
            long fromNs = sinceNs(started, time);
            Duration before = used(jvm.pid());
            for (int i = 0; i < PHASES; i++) {
                jvm.tell("");
            }
            Duration used = used(jvm.pid()).minus(before);
            long toNs = sinceNs(started, time);
            profiling.end();
            ProfileResult cpu = profiling
                    .finish(Optional.of(folder), "turns", started, fromNs, toNs)
                    .get(0);
            Duration profiled = SAMPLE.multipliedBy(cpu.samples());
            assertThat(used).isGreaterThan(Duration.ofSeconds(5));
            assertThat(profiled)
                    .as("of a kernel with 250 ticks a second or more")
                    .isBetween(
                            used.multipliedBy(97)
                                    .dividedBy(100)
                                    .minus(SAMPLE.multipliedBy(THREADS).dividedBy(2)),
                            used.multipliedBy(101).dividedBy(100));
        }
    }
}
