package dev.dyno.broker;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The process of one broker with its data folder.
 *
 * <p>Assumptions and guarantees: any thread may call anything. The process's standard input is open for as long as this object
 * lives and the tool runs; its end is what tells the broker that the tool is gone.
 */
final class BrokerProcess {

    private static final long GRACE_MILLIS = 10_000;
    private static final long KILL_MILLIS = 10_000;
    private static final int LINES_KEPT = 200;

    private final Process process;
    private final DataFolder data;
    private final BrokerLog log;
    private List<String> linesOfTheEnded = List.of();
    private boolean ended;

    BrokerProcess(Process process, DataFolder data) {
        this.process = process;
        this.data = data;
        log = new BrokerLog(data.log());
    }

    Process process() {
        return process;
    }

    DataFolder data() {
        return data;
    }

    BrokerLog log() {
        return log;
    }

    boolean waitFor(long time, TimeUnit unit) throws InterruptedException {
        return process.waitFor(time, unit);
    }

    int exitValue() {
        return process.exitValue();
    }

    CompletableFuture<Integer> onExit() {
        return process.onExit().thenApply(Process::exitValue);
    }

    /** Also after {@link #end}, which deletes the log itself; then no more than 200. */
    synchronized List<String> lastLogLines(int lines) {
        if (!ended) {
            return log.last(lines);
        }
        return linesOfTheEnded.subList(Math.max(0, linesOfTheEnded.size() - lines), linesOfTheEnded.size());
    }

    /**
     * SIGTERM, grace, SIGKILL, then the data is deleted if it is private. Does nothing the second time. An interrupt cuts the
     * grace short and stays set.
     *
     * @throws BrokerException when the process or its folder is still there afterwards
     */
    synchronized void end() throws BrokerException {
        if (ended) {
            return;
        }
        boolean interrupted = false;
        try {
            announceEnd();
            // Not Process.destroy, which also closes standard input: the broker would take that for the tool's death.
            process.toHandle().destroy();
            if (!process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            interrupted = true;
            process.destroyForcibly();
        }
        try {
            confirmExit();
            linesOfTheEnded = log.last(LINES_KEPT);
            ended = true;
            closeInput();
            data.delete();
        } catch (IOException e) {
            throw new BrokerException("broker: the data folder " + data.path() + " cannot be deleted: " + e, e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** See {@link BrokerLauncher} for the contract. */
    private void announceEnd() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        } catch (IOException e) {
            // It has ended already.
        }
    }

    private void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // What could not be written when the process had ended is in the way; the descriptor is closed all the
            // same.
        }
    }

    /** Waits without minding interrupts, as the caller is told of the end only when it is one. */
    private void confirmExit() throws BrokerException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(KILL_MILLIS);
        boolean interrupted = false;
        try {
            while (process.isAlive()) {
                try {
                    if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        throw new BrokerException("broker: process " + process.pid()
                                + " does not end, not even by SIGKILL." + " Its data stays in " + data.path() + ".");
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
