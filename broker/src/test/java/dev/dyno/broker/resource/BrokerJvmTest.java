package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.ResourceSample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** JVMs that let themselves be read in one way or another, and processes that are none. */
class BrokerJvmTest {

    private final List<String> notes = new ArrayList<>();

    @Test
    void aJvmWithPerformanceCountersIsReadWithoutAWord() {
        try (Puppet puppet = Puppet.start()) {
            Optional<JvmFigures> jvm = BrokerJvm.find(puppet.pid(), notes::add);
            assertThat(jvm).get().isInstanceOf(HsPerfJvm.class);
            assertThat(notes).isEmpty();
        }
    }

    @Test
    void aJvmWithoutThemIsAttachedToAndTheUserIsTold() throws IOException {
        try (Puppet puppet = Puppet.start("-XX:-UsePerfData", "-XX:+UseSerialGC")) {
            JvmFigures jvm = BrokerJvm.find(puppet.pid(), notes::add).orElseThrow();
            try (jvm) {
                assertThat(jvm.isSlow()).isTrue();
                puppet.tell("keep " + (40 << 20));
                ResourceReading before = new ResourceReading();
                jvm.read(before, 0);
                puppet.tell("gc 3");
                ResourceReading after = new ResourceReading();
                jvm.read(after, 0);
                assertThat(SampleMaker.between(before, after, 1_000_000_000)).containsEntry("gc-count", 3.0);
                assertThat(after.levels().get("heap-used-bytes")).isBetween(40e6, 60e6);
            }
            assertThat(notes)
                    .containsExactly("process " + puppet.pid()
                            + " has no performance counters to be read (-XX:-UsePerfData?): a management agent was started in"
                            + " it, which costs it some threads");
        }
    }

    @Test
    void aJvmThatLetsNobodyInIsToldAndRunsOn() {
        try (Puppet puppet = Puppet.start("-XX:-UsePerfData", "-XX:+DisableAttachMechanism")) {
            assertThat(BrokerJvm.find(puppet.pid(), notes::add)).isEmpty();
            assertThat(notes).hasSize(1);
            assertThat(notes.get(0))
                    .startsWith(
                            "the heap and the garbage collections of process " + puppet.pid() + " cannot be read: ");
            assertThat(puppet.tell("gc 1")).isEqualTo("done");
        }
    }

    @Test
    void aProcessThatIsNoJvmIsLeftAlone() {
        try (Puppet puppet = Puppet.start("-XX:-UsePerfData")) {
            long child = Long.parseLong(puppet.tell("spawn sleep"));
            assertThat(BrokerJvm.find(child, notes::add)).isEmpty();
            assertThat(notes).isEmpty();
            assertThat(ProcessHandle.of(child)).get().matches(ProcessHandle::isAlive);
        }
    }

    @Test
    void aJvmBelowAScriptIsFound() {
        try (Puppet puppet = Puppet.startByScript()) {
            assertThat(BrokerJvm.find(puppet.pid(), notes::add)).get().isInstanceOf(HsPerfJvm.class);
        }
    }

    @Test
    void workerHostAndBrokerAreReadAtOnce() throws Exception {
        try (Puppet puppet = Puppet.start();
                SystemTime time = new SystemTime();
                Probes probes = Probes.ofThisHost(time)) {
            probes.addBroker(puppet.pid());
            assertThat(probes.notes()).isEmpty();
            assertThat(probes.all())
                    .extracting(ResourceReader::subject)
                    .containsExactly(ResourceSample.BROKER, ResourceSample.WORKER, ResourceSample.HOST);
            for (ResourceReader probe : probes.all().subList(0, 2)) {
                ResourceReading reading = probe.read(0);
                assertThat(reading.levels())
                        .containsKeys(
                                "rss-bytes",
                                "vss-bytes",
                                "threads",
                                "open-files",
                                "heap-used-bytes",
                                "heap-committed-bytes");
                assertThat(reading.counters())
                        .containsKeys(
                                "cpu-cores",
                                "read-bytes-per-second",
                                "write-bytes-per-second",
                                "gc-count",
                                "gc-seconds");
            }
            // The puppet is our child, and no part of us.
            assertThat(probes.all().get(1).read(0).levels().get("heap-committed-bytes"))
                    .isEqualTo((double) Runtime.getRuntime().totalMemory());
        }
    }
}
