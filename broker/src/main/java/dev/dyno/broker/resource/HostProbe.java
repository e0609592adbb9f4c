package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceSample;
import java.io.IOException;

/** Probe of this machine. */
record HostProbe(FigureReader figures) implements ResourceReader {

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
        return reading;
    }

    @Override
    public void close() {
        figures.close();
    }
}
