package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceSample;
import java.io.IOException;

/**
 * Probe of the figures of one reader: of this machine, or of a JVM that answers slowly.
 *
 * @param complaint text before the reader's own message, when it fails
 */
record FigureProbe(String subject, String describe, boolean isSlow, String complaint, FigureReader figures)
        implements ResourceReader {

    static FigureProbe ofHost(FigureReader host) {
        return new FigureProbe(ResourceSample.HOST, "the host", false, "", host);
    }

    static FigureProbe ofSlowJvm(String subject, long pid, JvmFigures jvm) {
        return new FigureProbe(subject, subject + ": the JVM of process " + pid, true, "it does not answer: ", jvm);
    }

    @Override
    public ResourceReading read(long nowNs) throws ProbeException {
        ResourceReading reading = new ResourceReading();
        try {
            figures.read(reading, nowNs);
        } catch (IOException e) {
            throw new ProbeException(complaint + e.getMessage(), e);
        }
        return reading;
    }

    @Override
    public void close() {
        figures.close();
    }
}
