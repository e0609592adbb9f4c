package dev.dyno.resource;

import java.io.IOException;

/** A JVM that takes its time to answer. */
final class JvmProbe implements Probe {

    private final String subject;
    private final long pid;
    private final JvmFigures jvm;

    JvmProbe(String subject, long pid, JvmFigures jvm) {
        this.subject = subject;
        this.pid = pid;
        this.jvm = jvm;
    }

    @Override
    public String subject() {
        return subject;
    }

    @Override
    public String describe() {
        return subject + ": the JVM of process " + pid;
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Reading read(long nowNs) throws ProbeException {
        Reading reading = new Reading();
        try {
            jvm.read(reading, nowNs);
        } catch (IOException e) {
            throw new ProbeException("it does not answer: " + e.getMessage(), e);
        }
        return reading;
    }

    @Override
    public void close() {
        jvm.close();
    }
}
