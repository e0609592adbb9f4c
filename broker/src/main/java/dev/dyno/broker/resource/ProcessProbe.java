package dev.dyno.broker.resource;

import java.io.IOException;
import java.util.Optional;

/** Probe of a process, with or without its children, of its JVM if that has performance counters, and of its CPU quota. */
record ProcessProbe(
        String subject,
        long pid,
        ProcessSource processes,
        Optional<FigureReader> jvm,
        Optional<FigureReader> quota,
        BusyThreads threads)
        implements ResourceReader {

    ProcessProbe(String subject, long pid, ProcessSource processes, Optional<FigureReader> jvm) {
        this(subject, pid, processes, jvm, CpuQuota.of(pid), new BusyThreads());
    }

    @Override
    public String describe() {
        return subject + ": process " + pid;
    }

    @Override
    public ResourceReading read(long nowNs) throws ProbeException {
        ResourceReading reading = new ResourceReading();
        try {
            processes.read(reading);
            processes.addThreads(threads, nowNs);
            threads.read(reading);
            if (quota.isPresent()) {
                quota.get().read(reading, nowNs);
            }
        } catch (IOException e) {
            throw new ProbeException("it has ended", e);
        }
        try {
            if (jvm.isPresent()) {
                jvm.get().read(reading, nowNs);
            }
        } catch (IOException e) {
            throw new ProbeException("its JVM can no longer be read: " + e.getMessage(), e);
        }
        return reading;
    }

    @Override
    public void close() {
        processes.close();
        jvm.ifPresent(FigureReader::close);
        quota.ifPresent(FigureReader::close);
    }
}
