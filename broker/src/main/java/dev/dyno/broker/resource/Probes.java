package dev.dyno.broker.resource;

import dev.dyno.driver.TimeSource;
import dev.dyno.model.result.BrokerLife;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.WakeUps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Probes of a run. Everything that takes long (opening files, finding a JVM, the first request) is done when a probe is added.
 *
 * <p>Assumptions and guarantees: used by one thread; passed to a {@link ResourceSampler} once everything is added.
 */
public final class Probes implements AutoCloseable {

    private final List<ResourceReader> probes = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Optional<IdleSleeper> sleeper = Optional.empty();

    /** Empty set of probes. */
    public static Probes none() {
        return new Probes();
    }

    /** Probes of this process and this machine, as far as they can be read, and the measurement of its wake-ups. */
    public static Probes ofThisHost(TimeSource time) {
        Probes probes = new Probes();
        probes.sleeper = Optional.of(new IdleSleeper(time));
        OperatingSystemFigures system = OperatingSystemFigures.ofThisHost();
        long pid = ProcessHandle.current().pid();
        try {
            // The load generator is read without its children, because the broker may be one of them.
            ProcessFigures self = system.process(pid);
            probes.probes.add(
                    new ProcessProbe(ResourceSample.WORKER, pid, new LoneProcess(self), Optional.of(new OwnJvm())));
            probes.probes.add(new HostProbe(system.host(), new ProcessorSpeed()));
            probes.warmUp();
        } catch (IOException e) {
            probes.notes.add("what this machine uses cannot be read: " + e.getMessage());
        }
        return probes;
    }

    /**
     * Adds a broker of this host, by its process.
     *
     * @throws ProbeException when there is no such process
     */
    public void addBroker(long pid) throws ProbeException {
        BrokerLife life = BrokerLife.of(pid);
        addBroker(() -> life);
    }

    /**
     * Adds a broker of this host that may be restarted: its next process is then read.
     *
     * @param broker its present life; called from the threads of the sampler
     * @throws ProbeException when there is no such process
     */
    public void addBroker(Supplier<BrokerLife> broker) throws ProbeException {
        BrokerLife life = broker.get();
        long pid = life.pid();
        BrokerProbes opener = new BrokerProbes();
        try {
            ProcessTreeUsage processes = opener.processes(pid);
            ResourceReading first = new ResourceReading();
            processes.read(first);
            if (!first.counters().containsKey(ResourceMetric.WRITE.tag())) {
                notes.add(
                        "what process " + pid + " reads and writes cannot be seen; run Dyno as the user of the broker");
            }
            Optional<FigureReader> jvm = BrokerJvm.find(pid);
            if (jvm.isEmpty() && BrokerJvm.isThere(pid)) {
                notes.add("the heap and the garbage collections of process " + pid
                        + " cannot be read: it has no performance counters; start it without -XX:-UsePerfData");
            }
            probes.add(
                    0,
                    new FollowedProbe(
                            broker,
                            jvm.isPresent() ? opener::processWithJvm : opener::process,
                            life,
                            new ProcessProbe(ResourceSample.BROKER, pid, processes, jvm)));
            warmUp();
        } catch (IOException e) {
            throw new ProbeException("there is no process " + pid + " on this host", e);
        }
    }

    /**
     * Adds a page of metrics, after reading it once.
     *
     * @throws ProbeException when it cannot be read, or has none of the wanted series
     */
    public void addMetrics(MetricsSource source, TimeSource time) throws ProbeException {
        long same = probes.stream()
                .filter(p -> p.subject().matches(source.kind().subject() + "(-\\d+)?"))
                .count();
        String subject = source.kind().subject() + (same == 0 ? "" : "-" + (same + 1));
        ResourceReader probe = source.open(subject, time);
        try {
            probe.read(time.nanoTime());
        } catch (ProbeException e) {
            throw new ProbeException(source.shown() + ": cannot be used: " + e.sentence() + ".", e);
        }
        probes.add(probe);
    }

    /** Makes a sample of each probe, because the first one loads classes, which must not happen under load. */
    private void warmUp() {
        for (ResourceReader probe : probes) {
            try {
                SampleMaker.between(probe.read(0), probe.read(1), 1);
            } catch (ProbeException e) {
                // The sampler reports a failure that persists under load.
            }
        }
    }

    /** Ends the measurement of wake-ups, before the load; empty if there was none. The second call has the same result. */
    public Optional<WakeUps> wakeUps() {
        return sleeper.flatMap(IdleSleeper::end);
    }

    /** Sentences about the probes for the user. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    void add(ResourceReader probe) {
        probes.add(probe);
    }

    List<ResourceReader> all() {
        return List.copyOf(probes);
    }

    @Override
    public void close() {
        wakeUps();
        probes.forEach(ResourceReader::close);
    }

    /** Probe of this machine. */
    private record HostProbe(FigureReader figures, ProcessorSpeed speed) implements ResourceReader {

        @Override
        public String subject() {
            return ResourceSample.HOST;
        }

        @Override
        public String describe() {
            return "the host";
        }

        @Override
        public ResourceReading read(long nowNs) throws ProbeException {
            ResourceReading reading = new ResourceReading();
            try {
                figures.read(reading, nowNs);
            } catch (IOException e) {
                throw new ProbeException(String.valueOf(e.getMessage()), e);
            }
            return reading.level(ResourceMetric.CPU_SPEED, speed.perMicrosecond());
        }

        @Override
        public void close() {
            figures.close();
        }
    }
}
