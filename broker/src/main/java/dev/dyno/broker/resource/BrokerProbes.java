package dev.dyno.broker.resource;

import dev.dyno.model.result.BrokerLife;
import dev.dyno.model.result.ResourceSample;
import java.io.IOException;
import java.util.Optional;

/** Opens the probe of a broker's process, and of its next one after a restart. */
final class BrokerProbes {

    private final OperatingSystemFigures system = OperatingSystemFigures.ofThisHost();

    /** @throws IOException when there is no such process */
    ProcessTreeUsage processes(long pid) throws IOException {
        return new ProcessTreeUsage(pid, system);
    }

    /** Opens a process that is no JVM, or a JVM without performance counters. */
    ResourceReader process(BrokerLife life) throws ProbeException {
        return open(life, Optional.empty());
    }

    /**
     * Opens a process whose JVM has performance counters. The counters are read as soon as they exist, so that all collections
     * are counted. Children of a script are searched only once the broker is ready, because they may be anything before.
     */
    ResourceReader processWithJvm(BrokerLife life) throws ProbeException {
        Optional<FigureReader> jvm = life.serves() ? BrokerJvm.find(life.pid()) : BrokerJvm.counters(life.pid());
        if (jvm.isEmpty() && !life.serves()) {
            throw new ProbeException("it is being started again");
        }
        return open(life, jvm);
    }

    private ResourceReader open(BrokerLife life, Optional<FigureReader> jvm) throws ProbeException {
        try {
            return new ProcessProbe(ResourceSample.BROKER, life.pid(), processes(life.pid()), jvm);
        } catch (IOException e) {
            jvm.ifPresent(FigureReader::close);
            throw new ProbeException("it has ended", e);
        }
    }
}
