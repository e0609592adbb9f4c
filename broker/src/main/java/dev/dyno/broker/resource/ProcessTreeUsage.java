package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process and its descendants, added up. A child counts from its start, even if it was found later, and an ended child stays
 * counted, once:
 * <ul>
 * <li>Linux adds the use of an ended child to the account of the parent that waits for it. That account is part of the sum, so
 * children that lived shorter than the time between two readings count, too.
 * <li>If no process of the tree waited for it (its parent ended first, or ignores its children), or on another system, its use at
 * the last reading stays in the sum.
 * </ul>
 *
 * <p>Assumptions and guarantees: one thread at a time. A parent is read before its children, and all are read again if one has
 * ended in the meantime, so that no child is both alive and in its parent's account in one reading.
 */
final class ProcessTreeUsage implements ProcessSource {

    /** Rounding of CPU times: user and system time, of the child and in the parent's account, have ticks of 10 ms. */
    private static final double ROUNDING_SECONDS = 0.04;

    private final long pid;
    private final OperatingSystemFigures system;
    private final Member root;
    /** Children by process id, in the order in which they were found: parents before their children. */
    private final Map<Long, Member> children = new LinkedHashMap<>();

    private Optional<Long> lastBirths = Optional.empty();
    private double goneCpuSeconds;
    private double goneReadBytes;
    private double goneWriteBytes;

    /** @throws IOException when there is no such process */
    ProcessTreeUsage(long pid, OperatingSystemFigures system) throws IOException {
        this.pid = pid;
        this.system = system;
        root = new Member(system.process(pid));
    }

    /** @throws IOException when the process has ended, even if its children live */
    @Override
    public void read(ResourceReading into) throws IOException {
        findChildren();
        Map<Long, Member> ended = new HashMap<>();
        int before;
        do {
            before = ended.size();
            readAll(ended);
        } while (ended.size() > before);
        settle(ended);
        add(into);
    }

    private void findChildren() throws IOException {
        Optional<Long> births = Optional.of(system.births());
        if (births.equals(lastBirths)) {
            return;
        }
        lastBirths = births;
        find(root);
        List<Member> parents = new ArrayList<>(children.values());
        for (int i = 0; i < parents.size(); i++) {
            try {
                parents.addAll(find(parents.get(i)));
            } catch (IOException e) {
                // The process has ended, which is noticed when it is read.
            }
        }
    }

    private List<Member> find(Member parent) throws IOException {
        List<Member> found = new ArrayList<>();
        for (long child : parent.figures.children()) {
            if (!children.containsKey(child)) {
                try {
                    Member member = new Member(system.process(child));
                    children.put(child, member);
                    found.add(member);
                } catch (IOException e) {
                    // The process has just ended; its parent's account includes it.
                }
            }
        }
        return found;
    }

    private void readAll(Map<Long, Member> ended) throws IOException {
        root.read();
        for (Iterator<Map.Entry<Long, Member>> each = children.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Long, Member> child = each.next();
            try {
                child.getValue().read();
            } catch (IOException e) {
                each.remove();
                child.getValue().figures.close();
                ended.put(child.getKey(), child.getValue());
            }
        }
    }

    /** Keeps the use of ended children, unless it is in the account of a living process. */
    private void settle(Map<Long, Member> ended) {
        Map<Member, List<Member>> byHeir = new HashMap<>();
        for (Member child : ended.values()) {
            heir(child, ended)
                    .ifPresentOrElse(
                            heir -> byHeir.computeIfAbsent(heir, h -> new ArrayList<>())
                                    .add(child),
                            () -> keep(child));
        }
        byHeir.forEach((heir, all) -> {
            double used = 0;
            for (Member child : all) {
                used += child.last.allCpuSeconds() - ROUNDING_SECONDS;
            }
            if (heir.inheritedSeconds() < used) {
                all.forEach(this::keep);
            }
        });
        root.settled = root.last;
        children.values().forEach(child -> child.settled = child.last);
    }

    /** The nearest living ancestor, whose account includes the child if each process between them was waited for. */
    private Optional<Member> heir(Member child, Map<Long, Member> ended) {
        Member one = child;
        // An id may have been reused, which would make the ancestors a cycle.
        for (int i = 0; i <= ended.size(); i++) {
            long parent = one.last.parentPid();
            if (parent == pid) {
                return Optional.of(root);
            }
            Member living = children.get(parent);
            if (living != null) {
                return Optional.of(living);
            }
            Member gone = ended.get(parent);
            if (gone == null) {
                return Optional.empty();
            }
            one = gone;
        }
        return Optional.empty();
    }

    private void keep(Member child) {
        goneCpuSeconds += child.last.allCpuSeconds();
        goneReadBytes += Math.max(0, child.last.readBytes());
        goneWriteBytes += Math.max(0, child.last.writeBytes());
    }

    @Override
    public void addThreads(BusyThreads into, long nowNs) {
        root.figures.addThreads(into, nowNs);
        children.values().forEach(child -> child.figures.addThreads(into, nowNs));
    }

    private void add(ResourceReading into) {
        root.last.addLevels(into);
        double cpuSeconds = goneCpuSeconds + root.last.allCpuSeconds();
        double readBytes = goneReadBytes + root.last.readBytes();
        double writeBytes = goneWriteBytes + root.last.writeBytes();
        for (Member child : children.values()) {
            child.last.addLevels(into);
            cpuSeconds += child.last.allCpuSeconds();
            readBytes += Math.max(0, child.last.readBytes());
            writeBytes += Math.max(0, child.last.writeBytes());
        }
        into.counter(ResourceMetric.CPU, cpuSeconds);
        // Some children of a process of another user may be readable, but a part is not the whole.
        if (root.last.readBytes() >= 0) {
            into.counter(ResourceMetric.READ, readBytes);
        }
        if (root.last.writeBytes() >= 0) {
            into.counter(ResourceMetric.WRITE, writeBytes);
        }
    }

    @Override
    public void close() {
        root.figures.close();
        children.values().forEach(child -> child.figures.close());
    }

    private static final class Member {

        private final ProcessFigures figures;
        private ProcessFigures.Figures last = ProcessFigures.Figures.NONE;
        /** Figures of the previous reading. */
        private ProcessFigures.Figures settled = ProcessFigures.Figures.NONE;

        Member(ProcessFigures figures) {
            this.figures = figures;
        }

        void read() throws IOException {
            last = figures.read();
        }

        /** Growth of the account of its ended children since the previous reading; negative if it has none. */
        double inheritedSeconds() {
            return last.endedCpuSeconds() < 0
                    ? Double.NEGATIVE_INFINITY
                    : last.endedCpuSeconds() - Math.max(0, settled.endedCpuSeconds());
        }
    }
}
