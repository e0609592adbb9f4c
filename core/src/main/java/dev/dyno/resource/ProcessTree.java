package dev.dyno.resource;

import dev.dyno.result.ResourceMetric;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * A process with its children and theirs, added up. What an ended child had used stays counted; what a new one has used is
 * counted from its start.
 */
final class ProcessTree implements AutoCloseable {

    /** To look for children means to look at every process of the host. */
    private static final int LOOK_EVERY = 10;

    /** Opens the figures of a process. */
    interface Opener {
        ProcessFigures open(long pid) throws IOException;
    }

    /** 0 for a process whose children are no part of it. */
    private final long pid;

    private final Opener opener;
    private final Map<Long, Member> children = new HashMap<>();
    private final Member root;
    private int readings;
    private double goneCpuSeconds;
    private double goneReadBytes;
    private double goneWriteBytes;

    /** @throws IOException when there is no such process */
    ProcessTree(long pid, Opener opener) throws IOException {
        this(pid, opener, opener.open(pid));
    }

    private ProcessTree(long pid, Opener opener, ProcessFigures root) {
        this.pid = pid;
        this.opener = opener;
        this.root = new Member(root);
    }

    /** One process without its children. */
    static ProcessTree alone(ProcessFigures process) {
        return new ProcessTree(
                0,
                pid -> {
                    throw new IOException("children do not belong to it");
                },
                process);
    }

    /** @throws IOException when the process has ended; whether its children live on does not matter */
    void read(Reading into) throws IOException {
        root.read();
        if (pid != 0 && readings++ % LOOK_EVERY == 0) {
            findChildren();
        }
        for (Iterator<Member> each = children.values().iterator(); each.hasNext(); ) {
            Member child = each.next();
            try {
                child.read();
            } catch (IOException e) {
                each.remove();
                forget(child);
            }
        }
        add(into);
    }

    private void findChildren() {
        ProcessHandle.of(pid).ifPresent(process -> process.descendants().forEach(child -> {
            if (!children.containsKey(child.pid())) {
                try {
                    Member member = new Member(opener.open(child.pid()));
                    member.read();
                    children.put(child.pid(), member);
                } catch (IOException e) {
                    // It was there a moment ago.
                }
            }
        }));
    }

    private void forget(Member child) {
        goneCpuSeconds += child.last.cpuSeconds();
        goneReadBytes += Math.max(0, child.last.readBytes());
        goneWriteBytes += Math.max(0, child.last.writeBytes());
        child.figures.close();
    }

    private void add(Reading into) {
        ProcessFigures.Figures sum = root.last;
        for (Member child : children.values()) {
            sum = plus(sum, child.last);
        }
        into.level(ResourceMetric.RSS, sum.rssBytes())
                .level(ResourceMetric.VSS, sum.vssBytes())
                .counter(ResourceMetric.CPU, sum.cpuSeconds() + goneCpuSeconds)
                .level(ResourceMetric.THREADS, sum.threads());
        if (sum.openFiles() >= 0) {
            into.level(ResourceMetric.OPEN_FILES, sum.openFiles());
        }
        if (sum.readBytes() >= 0) {
            into.counter(ResourceMetric.READ, sum.readBytes() + goneReadBytes);
        }
        if (sum.writeBytes() >= 0) {
            into.counter(ResourceMetric.WRITE, sum.writeBytes() + goneWriteBytes);
        }
    }

    private static ProcessFigures.Figures plus(ProcessFigures.Figures a, ProcessFigures.Figures b) {
        return new ProcessFigures.Figures(
                a.rssBytes() + b.rssBytes(),
                a.vssBytes() + b.vssBytes(),
                a.cpuSeconds() + b.cpuSeconds(),
                a.threads() + b.threads(),
                Math.max(0, a.openFiles()) + Math.max(0, b.openFiles()),
                // Of the children of a foreign process some may be our own, but a part is not the whole.
                a.readBytes() < 0 ? -1 : a.readBytes() + Math.max(0, b.readBytes()),
                a.writeBytes() < 0 ? -1 : a.writeBytes() + Math.max(0, b.writeBytes()));
    }

    @Override
    public void close() {
        root.figures.close();
        children.values().forEach(child -> child.figures.close());
    }

    private static final class Member {

        private final ProcessFigures figures;
        private ProcessFigures.Figures last = new ProcessFigures.Figures(0, 0, 0, 0, -1, -1, -1);

        Member(ProcessFigures figures) {
            this.figures = figures;
        }

        void read() throws IOException {
            last = figures.read();
        }
    }
}
