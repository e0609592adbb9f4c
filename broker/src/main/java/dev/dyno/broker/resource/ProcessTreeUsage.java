package dev.dyno.broker.resource;

import dev.dyno.broker.resource.ProcessFigures.Figures;
import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process and its descendants, added up. A child counts from its start, even if it was found later. Linux adds the use of an
 * ended child to the account of the parent that waits for it. That account is part of the sum, so children that lived shorter than
 * the time between two readings count, too. If no process of the tree waits for an ended child, the sum keeps its last values.
 *
 * <p>Assumptions and guarantees: one thread at a time. A parent is read before its children, and all are read again if one has
 * ended in the meantime, so that no child is both alive and in its parent's account in one reading.
 */
final class ProcessTreeUsage implements ProcessSource {

    private final OperatingSystemFigures system;
    private final ProcessFigures root;
    /** Children by process id, in the order in which they were found: parents before their children. */
    private final Map<Long, ProcessFigures> children = new LinkedHashMap<>();

    private final Growing cpuSeconds = new Growing();
    private final Growing readBytes = new Growing();
    private final Growing writeBytes = new Growing();
    private Optional<Long> lastBirths = Optional.empty();

    /** @throws IOException when there is no such process */
    ProcessTreeUsage(long pid, OperatingSystemFigures system) throws IOException {
        this.system = system;
        root = system.process(pid);
    }

    /** @throws IOException when the process has ended, even if its children live */
    @Override
    public void read(ResourceReading into) throws IOException {
        findChildren();
        List<Figures> all;
        int before;
        do {
            before = children.size();
            all = readAll();
        } while (children.size() < before);
        add(all, into);
    }

    private void findChildren() throws IOException {
        Optional<Long> births = Optional.of(system.births());
        if (births.equals(lastBirths)) {
            return;
        }
        lastBirths = births;
        find(root);
        List<ProcessFigures> parents = new ArrayList<>(children.values());
        for (int i = 0; i < parents.size(); i++) {
            try {
                parents.addAll(find(parents.get(i)));
            } catch (IOException e) {
                // The process has ended, which is noticed when it is read.
            }
        }
    }

    private List<ProcessFigures> find(ProcessFigures parent) throws IOException {
        List<ProcessFigures> found = new ArrayList<>();
        for (long pid : parent.children()) {
            if (!children.containsKey(pid)) {
                try {
                    ProcessFigures child = system.process(pid);
                    children.put(pid, child);
                    found.add(child);
                } catch (IOException e) {
                    // The process has just ended; its parent's account includes it.
                }
            }
        }
        return found;
    }

    /** Reads the process and its children, and forgets the children that have ended. */
    private List<Figures> readAll() throws IOException {
        List<Figures> all = new ArrayList<>(List.of(root.read()));
        for (Iterator<ProcessFigures> each = children.values().iterator(); each.hasNext(); ) {
            ProcessFigures child = each.next();
            try {
                all.add(child.read());
            } catch (IOException e) {
                each.remove();
                child.close();
            }
        }
        return all;
    }

    private void add(List<Figures> all, ResourceReading into) {
        double cpu = 0;
        double read = 0;
        double written = 0;
        for (Figures one : all) {
            one.addLevels(into);
            cpu += one.allCpuSeconds();
            read += Math.max(0, one.readBytes());
            written += Math.max(0, one.writeBytes());
        }
        into.counter(ResourceMetric.CPU, cpuSeconds.with(cpu));
        // Children may be readable where the process itself, of another user, is not; but a part is not the whole.
        if (all.get(0).readBytes() >= 0) {
            into.counter(ResourceMetric.READ, readBytes.with(read));
        }
        if (all.get(0).writeBytes() >= 0) {
            into.counter(ResourceMetric.WRITE, writeBytes.with(written));
        }
    }

    @Override
    public void addThreads(BusyThreads into, long nowNs) {
        root.addThreads(into, nowNs);
        children.values().forEach(child -> child.addThreads(into, nowNs));
    }

    @Override
    public void close() {
        root.close();
        children.values().forEach(ProcessFigures::close);
    }

    /** Sum that never falls: it keeps the part of a child that has ended. */
    private static final class Growing {

        private double last;
        private double lost;

        double with(double sum) {
            lost += Math.max(0, last - sum);
            last = sum;
            return sum + lost;
        }
    }
}
