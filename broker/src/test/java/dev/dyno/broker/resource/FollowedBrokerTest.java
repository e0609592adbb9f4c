package dev.dyno.broker.resource;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.BrokerLife;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A broker that is started again as another process: two JVMs, whose collections of garbage the test asks for. */
@Tag("slow")
class FollowedBrokerTest {

    private static final String SERIAL = "-XX:+UseSerialGC";
    private static final long YOUNG_NS = 100_000_000;
    private static final double TICK_SECONDS = 0.01;

    private final SystemTime time = new SystemTime();
    private final AtomicReference<BrokerLife> life = new AtomicReference<>(BrokerLife.of(0));
    private final List<ResourceSample> samples = new CopyOnWriteArrayList<>();

    /** Intervals of 50 ms without an end. */
    private record Clock(long startNs) implements RunClock {

        private static final long INTERVAL_NS = 50_000_000;

        @Override
        public long boundaryAfter(long ns) {
            return boundaryAtOrBefore(ns) + INTERVAL_NS;
        }

        @Override
        public long boundaryAtOrBefore(long ns) {
            return startNs + Math.floorDiv(ns - startNs, INTERVAL_NS) * INTERVAL_NS;
        }

        @Override
        public Phase phaseAt(long ns) {
            return Phase.MEASURE;
        }
    }

    private static List<ResourceSample> with(ResourceMetric metric, List<ResourceSample> all) {
        return all.stream().filter(s -> s.get(metric).isPresent()).toList();
    }

    /** Sum of rates; amounts are no rates. */
    private static double sum(List<ResourceSample> all, ResourceMetric metric) {
        boolean amount = metric.kind() == ResourceMetric.Kind.AMOUNT;
        return all.stream()
                .mapToDouble(s -> s.get(metric).orElse(0.0) * (amount ? 1 : s.seconds()))
                .sum();
    }

    private void await(String what, BooleanSupplier condition) {
        long deadlineNs = time.nanoTime() + 30_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(time.nanoTime()).as(what).isLessThan(deadlineNs);
            time.parkUntil(time.nanoTime() + 1_000_000);
        }
    }

    private void awaitCollections(int count) {
        await(
                count + " collections",
                () -> !with(ResourceMetric.GC_COUNT, samples).isEmpty()
                        && sum(samples, ResourceMetric.GC_COUNT) >= count);
    }

    private static double cpuSeconds(Puppet puppet) {
        return Long.parseLong(puppet.tell("cpu")) / 1e9;
    }

    @Test
    void theNextProcessIsReadFromItsStart() throws Exception {
        Clock clock = new Clock(time.nanoTime());
        try (Puppet first = Puppet.start(SERIAL);
                Probes probes = Probes.none()) {
            life.set(BrokerLife.of(first.pid()));
            probes.addBroker(life::get);
            try (ResourceSampler sampler = new ResourceSampler(probes, time, clock, samples::add, note -> {})) {
                sampler.start();
                awaitCollections(0);
                first.tell("gc 3");
                awaitCollections(3);
                first.kill();
                long startedNs = time.nanoTime();
                try (Puppet second = Puppet.start(SERIAL)) {
                    second.tell("gc 5");
                    second.tell("burn 300");
                    double atLeast = cpuSeconds(second);
                    life.set(new BrokerLife(second.pid(), startedNs, true));
                    awaitCollections(8);
                    int count = with(ResourceMetric.CPU, samples).size();
                    await(
                            "the next sample",
                            () -> with(ResourceMetric.CPU, samples).size() > count);
                    List<ResourceSample> seen = List.copyOf(samples);
                    check(seen, startedNs - clock.startNs, atLeast, cpuSeconds(second));
                }
            }
        }
    }

    /** @param startedNs from the start of the load */
    private static void check(List<ResourceSample> seen, long startedNs, double cpuAtLeast, double cpuAtMost) {
        for (ResourceMetric metric : List.of(ResourceMetric.CPU, ResourceMetric.GC_COUNT)) {
            List<ResourceSample> read = with(metric, seen);
            ResourceSample begun =
                    read.stream().filter(s -> s.endNs() > startedNs).findFirst().orElseThrow();
            assertThat(begun.startNs()).isEqualTo(startedNs);
            // Nothing is said of the time between the two.
            assertThat(read.get(read.indexOf(begun) - 1).endNs()).isLessThan(startedNs);
        }
        assertThat(sum(seen, ResourceMetric.GC_COUNT)).isEqualTo(8);
        assertThat(seen).allSatisfy(s -> assertThat(s.values().values()).allMatch(value -> value >= 0));
        assertThat(with(ResourceMetric.GC_TIME, seen)).allSatisfy(s -> assertThat(
                        s.get(ResourceMetric.GC_THROUGHPUT).orElseThrow())
                .isEqualTo(Math.max(0, 100 * (1 - s.get(ResourceMetric.GC_TIME).orElseThrow() / s.seconds()))));
        List<ResourceSample> ofTheSecond =
                seen.stream().filter(s -> s.startNs() >= startedNs).toList();
        assertThat(sum(ofTheSecond, ResourceMetric.GC_COUNT)).isEqualTo(5);
        assertThat(sum(ofTheSecond, ResourceMetric.CPU))
                .isBetween(cpuAtLeast - 2 * TICK_SECONDS, cpuAtMost + 2 * TICK_SECONDS);
    }

    @Test
    void aJvmIsReadAsSoonAsItHasCounters() throws Exception {
        try (Puppet first = Puppet.start();
                Puppet second = Puppet.start();
                Probes probes = probesOf(first)) {
            ResourceReader probe = probes.all().get(0);
            life.set(new BrokerLife(second.pid(), 7, false));
            assertFails(ProbeException.class, () -> probe.read(7 + YOUNG_NS - 1), "it has just been started again");
            assertThat(probe.describe()).isEqualTo("broker: process " + first.pid());
            ResourceReading reading = probe.read(7 + YOUNG_NS);
            assertThat(reading.countedSinceNs()).isEqualTo(7);
            assertThat(reading.counters()).containsKeys("cpu-cores", "gc-count", "gc-seconds");
            assertThat(reading.beginning().counters())
                    .hasSameSizeAs(reading.counters())
                    .containsEntry("cpu-cores", 0.0)
                    .containsEntry("gc-count", 0.0);
            assertThat(probe.describe()).isEqualTo("broker: process " + second.pid());
        }
    }

    @Test
    void aJvmBelowAScriptIsReadWhenItServes() throws Exception {
        try (Puppet first = Puppet.start();
                Puppet second = Puppet.startByScript();
                Probes probes = probesOf(first)) {
            assertStartsAgainUntilItServes(probes.all().get(0), second);
        }
    }

    private Probes probesOf(Puppet puppet) throws ProbeException {
        life.set(BrokerLife.of(puppet.pid()));
        Probes probes = Probes.none();
        probes.addBroker(life::get);
        return probes;
    }

    private void assertStartsAgainUntilItServes(ResourceReader probe, Puppet puppet) throws ProbeException {
        BrokerLife begun = new BrokerLife(puppet.pid(), 7, false);
        life.set(begun);
        assertFails(ProbeException.class, () -> probe.read(7 + YOUNG_NS), "it is being started again");
        life.set(begun.serving());
        ResourceReading reading = probe.read(7 + YOUNG_NS);
        assertThat(reading.countedSinceNs()).isEqualTo(7);
        assertThat(reading.counters()).containsKeys("gc-count", "gc-seconds");
    }

    @Test
    void aBrokerThatIsNotStartedAgainHasNoMoreSamples() throws Exception {
        try (Puppet puppet = Puppet.start();
                Probes probes = probesOf(puppet)) {
            ResourceReader probe = probes.all().get(0);
            assertThat(probe.read(1).levels()).containsKey("rss-bytes");
            puppet.kill();
            assertFails(ProbeException.class, () -> probe.read(2), "it has ended");
        }
    }
}
