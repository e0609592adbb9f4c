package dev.dyno.broker.resolver;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;

/** Prints the progress of the downloads. Called by any number of threads at once. */
final class DownloadProgress extends AbstractTransferListener {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PrintStream out;
    private int descriptions;
    private int jars;
    private int expected;
    private long bytes;
    private long reportedNs = System.nanoTime() - PAUSE_NANOS;

    DownloadProgress(PrintStream out) {
        this.out = out;
    }

    /** Sets the number of artifacts to fetch, once all dependencies are known. */
    synchronized void expect(int artifacts) {
        expected = artifacts;
    }

    @Override
    public synchronized void transferProgressed(TransferEvent event) {
        if (isJar(event)) {
            bytes += event.getDataBuffer().remaining();
            report();
        }
    }

    @Override
    public synchronized void transferSucceeded(TransferEvent event) {
        if (isJar(event)) {
            jars++;
        } else {
            descriptions++;
        }
        report();
    }

    private void report() {
        long now = System.nanoTime();
        if (now - reportedNs < PAUSE_NANOS) {
            return;
        }
        reportedNs = now;
        out.println(expected == 0 ? "READING " + descriptions : "FETCHING " + jars + " " + expected + " " + bytes);
        out.flush();
    }

    private static boolean isJar(TransferEvent event) {
        return event.getResource().getResourceName().endsWith(".jar");
    }
}
