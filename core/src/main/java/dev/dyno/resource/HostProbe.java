package dev.dyno.resource;

import dev.dyno.result.ResourceSample;
import java.io.IOException;

/** This machine. */
final class HostProbe implements Probe {

    private final HostFigures host;

    HostProbe(HostFigures host) {
        this.host = host;
    }

    @Override
    public String subject() {
        return ResourceSample.HOST;
    }

    @Override
    public String describe() {
        return "the host";
    }

    @Override
    public boolean isSlow() {
        return false;
    }

    @Override
    public Reading read(long nowNs) throws ProbeException {
        Reading reading = new Reading();
        try {
            host.read(reading, nowNs);
        } catch (IOException e) {
            throw new ProbeException(String.valueOf(e.getMessage()), e);
        }
        return reading;
    }

    @Override
    public void close() {
        host.close();
    }
}
