package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;

/**
 * A process without its children, for example the load generator, whose child may be the broker. Linux adds the reads and writes
 * of an ended child to the counters of its parent, without saying how many. If a child ended between two readings, the reads and
 * writes of the process itself are therefore unknown, and left out.
 */
final class LoneProcess implements ProcessSource {

    private final ProcessFigures process;
    private long endedFaults = -1;

    LoneProcess(ProcessFigures process) {
        this.process = process;
    }

    @Override
    public void read(ResourceReading into) throws IOException {
        ProcessFigures.Figures now = process.read();
        now.addLevels(into);
        into.counter(ResourceMetric.CPU, now.cpuSeconds());
        boolean childEnded = now.endedFaults() != endedFaults;
        endedFaults = now.endedFaults();
        storage(into, ResourceMetric.READ, now.readBytes(), childEnded);
        storage(into, ResourceMetric.WRITE, now.writeBytes(), childEnded);
    }

    private static void storage(ResourceReading into, ResourceMetric metric, double bytes, boolean childEnded) {
        if (bytes >= 0) {
            into.counter(metric, bytes);
            if (childEnded) {
                into.growthUnknown(metric);
            }
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
