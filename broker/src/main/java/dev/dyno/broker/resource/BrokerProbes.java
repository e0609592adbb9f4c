package dev.dyno.broker.resource;

import dev.dyno.model.result.BrokerLife;
import dev.dyno.model.result.ResourceSample;
import java.io.IOException;
import java.util.Optional;

/** Opens the same probes of a restarted broker as before. */
final class BrokerProbes {

    private final OperatingSystemFigures system = OperatingSystemFigures.ofThisHost();

    /** @throws IOException when there is no such process */
    ProcessTreeUsage processes(long pid) throws IOException {
        return new ProcessTreeUsage(pid, system);
    }

    /** Process that is no JVM, or whose JVM is read elsewhere. */
    ResourceReader process(BrokerLife life) throws ProbeException {
        return open(life, Optional.empty());
    }

    /**
     * Process whose JVM has performance counters. They are read as soon as they exist, so that all collections are counted.
     * Children of a script are searched only once the broker is ready, because they may be anything before.
     */
    ResourceReader processWithJvm(BrokerLife life) throws ProbeException {
        Optional<JvmFigures> jvm = life.serves() ? BrokerJvm.findCounters(life.pid()) : BrokerJvm.counters(life.pid());
        if (jvm.isEmpty() && !life.serves()) {
            throw startsAgain();
        }
        return open(life, jvm);
    }

    private ResourceReader open(BrokerLife life, Optional<JvmFigures> jvm) throws ProbeException {
        try {
            return new ProcessProbe(ResourceSample.BROKER, life.pid(), processes(life.pid()), jvm);
        } catch (IOException e) {
            jvm.ifPresent(JvmFigures::close);
            throw new ProbeException("it has ended", e);
        }
    }

    /** JVM that is attached to, which is not allowed while it starts. */
    ResourceReader slowJvm(BrokerLife life) throws ProbeException {
        if (!life.serves()) {
            throw startsAgain();
        }
        return BrokerJvm.find(life.pid(), note -> {})
                .map(jvm -> FigureProbe.ofSlowJvm(ResourceSample.BROKER, life.pid(), jvm))
                .orElseThrow(() -> new ProbeException("it does not let anybody attach"));
    }

    private static ProbeException startsAgain() {
        return new ProbeException("it is being started again");
    }
}
