package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Interval.Phase;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On the real clock, with intervals of 20 ms and probes that do as the test wants. */
@Tag("timing")
class ResourceSamplerTest {

    private static final long INTERVAL_NS = 20_000_000;

    private final SystemTime time = new SystemTime();
    private final List<ResourceSample> samples = new CopyOnWriteArrayList<>();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final Clock clock = new Clock(time.nanoTime());

    /** Clock with five intervals of warm-up, which the test ends. */
    private static final class Clock implements RunClock {

        private final long startNs;
        private volatile long endNs = Long.MAX_VALUE;

        Clock(long startNs) {
            this.startNs = startNs;
        }

        @Override
        public long startNs() {
            return startNs;
        }

        @Override
        public long boundaryAfter(long ns) {
            return ns < endNs
                    ? Math.min(endNs, boundaryAtOrBefore(ns) + INTERVAL_NS)
                    : endNs + (Math.floorDiv(ns - endNs, INTERVAL_NS) + 1) * INTERVAL_NS;
        }

        @Override
        public long boundaryAtOrBefore(long ns) {
            return ns >= endNs ? endNs : startNs + Math.floorDiv(ns - startNs, INTERVAL_NS) * INTERVAL_NS;
        }

        @Override
        public Phase phaseAt(long ns) {
            return ns >= endNs ? Phase.DRAIN : ns < startNs + 5 * INTERVAL_NS ? Phase.WARMUP : Phase.MEASURE;
        }
    }

    private interface Act {
        double act() throws ProbeException;
    }

    private static ResourceReader probe(String subject, boolean slow, Act act) {
        return new ResourceReader() {
            @Override
            public String subject() {
                return subject;
            }

            @Override
            public String describe() {
                return "what " + subject + " does";
            }

            @Override
            public boolean isSlow() {
                return slow;
            }

            @Override
            public ResourceReading read(long nowNs) throws ProbeException {
                return new ResourceReading().level(ResourceMetric.RSS, act.act());
            }
        };
    }

    private ResourceSampler sampler(ResourceReader... probes) {
        Probes all = Probes.none();
        for (ResourceReader probe : probes) {
            all.add(probe);
        }
        return new ResourceSampler(all, time, clock, samples::add, notes::add);
    }

    private void awaitSamples(String subject, int count) {
        long deadlineNs = time.nanoTime() + 20_000_000_000L;
        while (of(subject).size() < count) {
            assertThat(time.nanoTime())
                    .as("no %d samples of %s", count, subject)
                    .isLessThan(deadlineNs);
            time.parkUntil(time.nanoTime() + 1_000_000);
        }
    }

    private List<ResourceSample> of(String subject) {
        return samples.stream().filter(s -> s.subject().equals(subject)).toList();
    }

    @Test
    void samplesFollowEachOtherWithoutAGapAndKnowTheirPhase() {
        try (ResourceSampler sampler = sampler(probe("a", false, () -> 1))) {
            sampler.start();
            awaitSamples("a", 8);
            clock.endNs = time.nanoTime();
            sampler.recomputeBoundaries();
            awaitSamples("a", of("a").size() + 2);
        }
        List<ResourceSample> all = of("a");
        for (int i = 1; i < all.size(); i++) {
            assertThat(all.get(i).startNs()).isEqualTo(all.get(i - 1).endNs());
        }
        assertThat(all.stream().map(ResourceSample::phase).distinct())
                .containsExactly(Phase.WARMUP, Phase.MEASURE, Phase.DRAIN);
        long end = clock.endNs - clock.startNs;
        assertThat(all.stream()
                        .filter(s -> s.phase() == Phase.DRAIN)
                        .findFirst()
                        .orElseThrow()
                        .startNs())
                .isGreaterThanOrEqualTo(end);
        assertThat(notes).isEmpty();
    }

    @Test
    void theLastMomentsOfAnEarlyEndAreSampled() {
        ResourceSampler sampler = sampler(probe("a", false, () -> 1));
        sampler.start();
        awaitSamples("a", 6);
        clock.endNs = time.nanoTime();
        sampler.recomputeBoundaries();
        sampler.close();
        assertThat(samples.get(samples.size() - 1).endNs()).isGreaterThanOrEqualTo(clock.endNs - clock.startNs);
        assertThat(sampler.summarize(0, 1).get(0).subject()).isEqualTo("a");
    }

    @Test
    void aSlowProbeKeepsNobodyWaitingAndComesToNothingAfterTheEnd() throws InterruptedException {
        CountDownLatch stuck = new CountDownLatch(1);
        AtomicInteger readings = new AtomicInteger();
        ResourceSampler sampler = sampler(
                probe("slow", true, () -> {
                    if (readings.incrementAndGet() > 1) {
                        awaitUninterrupted(stuck);
                    }
                    return 1;
                }),
                probe("quick", false, () -> 1));
        sampler.start();
        awaitSamples("quick", 10);
        assertThat(of("slow")).isEmpty();
        long beforeNs = time.nanoTime();
        sampler.close();
        assertThat(time.nanoTime() - beforeNs).isLessThan(10_000_000_000L);
        int count = samples.size();
        stuck.countDown();
        awaitNoThread("resources-1");
        assertThat(samples).hasSize(count);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitNoThread(String name) {
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(t -> t.getName().equals(name))) {
            time.parkUntil(time.nanoTime() + 1_000_000);
        }
    }

    @Test
    void whatCannotBeReadIsReportedOnceWithItsLastErrorAndHurtsNoOther() {
        AtomicInteger readings = new AtomicInteger();
        try (ResourceSampler sampler = sampler(
                probe("bad", false, () -> {
                    if (readings.incrementAndGet() > 2) {
                        throw new ProbeException("error " + readings.get());
                    }
                    return 1;
                }),
                probe("worse", false, () -> {
                    throw new IllegalStateException("broken");
                }),
                probe("good", false, () -> 1))) {
            sampler.start();
            awaitSamples("good", 5);
        }
        assertThat(of("bad")).hasSize(1);
        assertThat(of("worse")).isEmpty();
        int last = readings.get();
        assertThat(notes)
                .containsExactly(
                        "what bad does could not be read " + (last - 2) + " of " + last
                                + " times; the last time: error " + last,
                        "what worse does could not be read " + last + " of " + last
                                + " times; the last time: java.lang.IllegalStateException: broken");
    }

    @Test
    void afterAGapTheSampleIsOfAllTheTimeSinceTheLastReading() {
        AtomicInteger readings = new AtomicInteger();
        try (ResourceSampler sampler = sampler(probe("a", false, () -> {
            if (readings.incrementAndGet() == 2) {
                throw new ProbeException("once");
            }
            return 1;
        }))) {
            sampler.start();
            awaitSamples("a", 1);
        }
        assertThat(samples.get(0).seconds()).isGreaterThan(1.5 * INTERVAL_NS / 1e9);
    }

    @Test
    void withoutProbesThereIsNoThread() {
        try (ResourceSampler sampler = sampler()) {
            sampler.start();
            assertThat(sampler.summarize(1, 1)).isEmpty();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(t -> t.getName().startsWith("resources-"));
    }
}
