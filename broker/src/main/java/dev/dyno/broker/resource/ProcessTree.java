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
 * A process with its children and theirs, added up. A child counts from its start, whenever it was found, and one that ended
 * stays counted, once:
 *
 * <ul>
 *   <li>Linux adds what an ended child used to the account of the parent that waits for it. That account is part of the sum, so
 *       that children that lived shorter than the time between two readings count, too.
 *   <li>Where nobody of the tree waited for it (its parent ended before it did, or ignores its children), or on another system,
 *       what it had used when it was read last stays in the sum.
 * </ul>
 *
 * <p>Assumptions and guarantees: one thread at a time. A parent is read before its children, and all of them again when one of
 * them has ended meanwhile: none is seen alive and in its parent's account in one reading.
 */
final class ProcessTree implements ProcessSource {

    /** CPU times are rounded to ticks of 10 ms: user and system time, of the child and in the parent's account. */
    private static final double ROUNDING_SECONDS = 0.04;

    private final long pid;
    private final OperatingSystemFigures system;
    private final Member root;
    /** By process, in the order in which they were found: parents before their children. */
    private final Map<Long, Member> children = new LinkedHashMap<>();

    private Optional<Long> lastBirths = Optional.empty();
    private double goneCpuSeconds;
    private double goneReadBytes;
    private double goneWriteBytes;

    /** @throws IOException when there is no such process */
    ProcessTree(long pid, OperatingSystemFigures system) throws IOException {
        this.pid = pid;
        this.system = system;
        root = new Member(system.process(pid));
    }

    /** @throws IOException when the process has ended; whether its children live on does not matter */
    @Override
    public void read(Reading into) throws IOException {
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
                // It has ended, which will be seen when it is read.
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
                    // It was there a moment ago; its parent's account has it.
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

    /** Keeps what ended children had used, unless it is in the account of one of those that live. */
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

    /** Its nearest ancestor that lives, which has its account if each one between them was waited for. */
    private Optional<Member> heir(Member child, Map<Long, Member> ended) {
        Member one = child;
        // A number may have been given to another process, so that there is no end of ancestors.
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

    private void add(Reading into) {
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
        // Of the children of a foreign process some may be our own, but a part is not the whole.
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
        /** As of the reading before. */
        private ProcessFigures.Figures settled = ProcessFigures.Figures.NONE;

        Member(ProcessFigures figures) {
            this.figures = figures;
        }

        void read() throws IOException {
            last = figures.read();
        }

        /** By how much the account of its ended children has grown since the reading before; less than 0 if it has none. */
        double inheritedSeconds() {
            return last.endedCpuSeconds() < 0
                    ? Double.NEGATIVE_INFINITY
                    : last.endedCpuSeconds() - Math.max(0, settled.endedCpuSeconds());
        }
    }
}
