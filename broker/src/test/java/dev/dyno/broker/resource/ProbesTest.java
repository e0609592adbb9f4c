package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.WakeUps;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Probes of this host, and of brokers that are JVMs with performance counters, without, or none. */
class ProbesTest {

    @Test
    void aJvmWithoutPerformanceCountersIsNotRead() throws Exception {
        try (Puppet puppet = Puppet.start("-XX:-UsePerfData");
                Probes probes = Probes.none()) {
            probes.addBroker(puppet.pid());
            assertThat(probes.notes())
                    .containsExactly("the heap and the garbage collections of process " + puppet.pid()
                            + " cannot be read: it has no performance counters; start it without -XX:-UsePerfData");
        }
    }

    @Test
    void wordsOfAServerCommandNoTerminal() {
        assertThat(new ProbeException("it lets nothing be read: no\u001b[2J")).hasMessageEndingWith(": no?[2J");
        assertThat(new ProbeException("no\u009b2J", new IOException())).hasMessage("no?2J");
    }

    @Test
    void aProcessThatIsNoJvmHasNoNote() throws Exception {
        try (Puppet puppet = Puppet.start();
                Probes probes = Probes.none()) {
            probes.addBroker(Long.parseLong(puppet.tell("spawn sleep")));
            assertThat(probes.notes()).isEmpty();
        }
    }

    @Test
    void aJvmBelowAScriptIsFound() {
        try (Puppet puppet = Puppet.startByScript()) {
            assertThat(BrokerJvm.find(puppet.pid())).get().isInstanceOf(HsPerfJvm.class);
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

    /** A core that is shared halves the speed; a clock that stands still, or counts nothing, would be off by far more. */
    @Test
    void theSpeedOfTheProcessorIsRead() throws Exception {
        try (SystemTime time = new SystemTime();
                Probes probes = Probes.ofThisHost(time)) {
            ResourceReader host = probes.all().get(1);
            double first = host.read(0).levels().getOrDefault("cpu-speed", 0.0);
            assertThat(first).isPositive();
            assertThat(host.read(1_000_000_000).levels().getOrDefault("cpu-speed", 0.0))
                    .isBetween(first / 4, first * 4);
        }
    }

    @Test
    void itEndsOnceAndStaysEnded() {
        try (SystemTime time = new SystemTime();
                Probes probes = Probes.ofThisHost(time)) {
            Optional<WakeUps> first = probes.wakeUps();
            assertThat(first.orElseThrow().waits()).isPositive();
            assertThat(first.get().lateNs()).hasSize(4).isSorted();
            assertThat(probes.wakeUps()).isEqualTo(first);
        }
    }

    @Test
    void whereTheLoadIsNotMadeNothingIsMeasured() {
        try (Probes probes = Probes.none()) {
            assertThat(probes.wakeUps()).isEmpty();
        }
    }
}
