package dev.dyno.broker.process;

import dev.dyno.broker.log.BrokerLog;
import dev.dyno.model.result.BrokerLife;
import dev.dyno.model.result.FileReason;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Processes of one broker with its data folder: the broker's own, which may be restarted, and its companions.
 *
 * <p>Assumptions and guarantees: all methods from any thread; changes of the processes are made one at a time. The processes end
 * with the tool, or when nobody refers to this object any longer, see {@link ProgramWatch}.
 */
final class BrokerProcess {

    /** Time in ms that a broker has to end by itself before it is killed. */
    private static final long GRACE_MILLIS = 10_000;

    /** Time in ms that a broker whose data is deleted has to end by itself before it is killed. */
    private static final long PRIVATE_GRACE_MILLIS = 1_000;

    private static final long STOP_MILLIS = 60_000;
    private static final long COMPANION_GRACE_MILLIS = 2_000;
    private static final long KILL_MILLIS = 10_000;
    private static final int LINES_KEPT = 200;

    private Launch launch;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final List<Process> companions = new ArrayList<>();
    private volatile @Nullable Process process;
    private volatile @Nullable BrokerLife life;
    /** Process that we are about to end ourselves. */
    private volatile @Nullable Process expectedToEnd;

    private final ProgramWatch watch;
    private CompletableFuture<Void> watching = CompletableFuture.completedFuture(null);
    private volatile BrokerLog log;
    private BrokerLog signLog;
    private List<String> linesOfTheEnded = List.of();
    private boolean paused;
    private boolean ended;
    private volatile boolean closing;

    BrokerProcess(Launch launch) {
        this.launch = launch;
        watch = new ProgramWatch(launch.data(), launch.installation().container());
        log = BrokerLog.fromNow(launch.data().log());
        signLog = log;
    }

    /**
     * Prepares the folder, starts everything and waits until the broker is ready.
     *
     * @return the values of the broker's READY line; empty if it has none
     */
    synchronized Map<String, String> start() throws BrokerException, InterruptedException {
        try {
            watch.begin();
            launch.data().make();
            claim();
            launch.writeTemplates();
            for (Step step : launch.steps()) {
                Process preparation = launch.start(step);
                process = preparation;
                letRun(preparation);
                watch(preparation).awaitEnd();
            }
            return startProcesses();
        } catch (IOException e) {
            throw new BrokerException(
                    launch.plan().where() + "cannot write to its data folder: " + FileReason.of(e), e);
        }
    }

    private Map<String, String> startProcesses() throws BrokerException, InterruptedException, IOException {
        for (Companion companion : launch.recipe().companions()) {
            Process started = launch.start(companion);
            companions.add(started);
            letRun(started);
            // The companion serves only the broker, and so listens on loopback in any case.
            watch(started).awaitAnswer(launch.filled(companion.ready()), InetAddress.getLoopbackAddress());
        }
        log = BrokerLog.fromNow(launch.data().log());
        signLog = BrokerLog.fromNow(launch.data().log());
        long startedNs = System.nanoTime();
        Process started = launch.start(launch.broker());
        process = started;
        letRun(started);
        BrokerLife begun = new BrokerLife(started.pid(), startedNs, false);
        life = begun;
        watching = started.onExit().thenAccept(this::exited);
        // The sweep runs in parallel with the start of the broker, which takes much longer.
        Leftovers.sweep();
        ReadyWatch ready = watch(started);
        Map<String, String> answer = Map.of();
        if (launch.plan().speaksForItself()) {
            answer = ready.awaitWord();
        } else {
            ready.awaitAnswer(
                    launch.filled(launch.recipe().ready().orElseThrow()),
                    launch.plan().address().host());
        }
        launch = launch.on(launch.ports().with(answer));
        life = begun.serving();
        return answer;
    }

    private ReadyWatch watch(Process started) {
        return new ReadyWatch(launch, started, log, () -> closing);
    }

    private void letRun(Process started) throws BrokerException, InterruptedException, IOException {
        claim();
        Launch.letRun(started);
        if (started instanceof ContainedProcess contained) {
            contained.awaitInside(launch.plan().where(), launch.recipe().readyWithin());
            claim();
        }
    }

    /** Hands all processes to the watch, and writes their identities into the folder's mark. */
    private void claim() throws IOException {
        List<ProcessHandle> all = new ArrayList<>();
        Process current = process; // Null while the companions start.
        if (current != null) {
            all.add(current.toHandle());
        }
        companions.forEach(companion -> all.add(companion.toHandle()));
        watch.over(all);
        launch.mark(all).write(launch.data().path());
    }

    private void exited(Process which) {
        if (which != expectedToEnd) {
            exit.complete(which.exitValue());
        }
    }

    /** The launch, with the ports known by now. */
    synchronized Launch launch() {
        return launch;
    }

    DataFolder data() {
        return launch.data();
    }

    private Process process() {
        return Objects.requireNonNull(process, "it was never started");
    }

    long pid() {
        return process().pid();
    }

    /** Life of the present process, or of the last one. */
    BrokerLife life() {
        return Objects.requireNonNull(life, "it was never started");
    }

    boolean isAlive() {
        return process().isAlive();
    }

    CompletableFuture<Integer> onExit() {
        return exit;
    }

    /** Effects of an overload on the broker, recognized in the lines of its log since the last call; each once. */
    synchronized List<String> overloadSigns() {
        if (ended || launch.recipe().overloadSigns().isEmpty()) {
            return List.of();
        }
        try {
            List<String> lines = signLog.lines();
            return launch.recipe().overloadSigns().entrySet().stream()
                    .filter(sign -> lines.stream()
                            .anyMatch(line -> sign.getValue().matcher(line).find()))
                    .map(Map.Entry::getKey)
                    .toList();
        } catch (IOException e) {
            // Without a log there are no signs.
            return List.of();
        }
    }

    /** Last lines of the log; after {@link #end}, which may delete the log, at most 200. */
    synchronized List<String> lastLogLines(int lines) {
        if (!ended) {
            return log.last(lines);
        }
        return linesOfTheEnded.subList(Math.max(0, linesOfTheEnded.size() - lines), linesOfTheEnded.size());
    }

    /** Sends SIGKILL to the broker and all its descendants, waits for the end, and ends the companions. */
    synchronized void kill() throws BrokerException {
        Process current = process();
        expectedToEnd = current;
        ProcessTree.kill(ProcessTree.of(current.toHandle()));
        confirmExit(current);
        paused = false;
        endCompanions();
    }

    /** Sends SIGTERM to the broker, after resuming it if paused, waits for the end, and ends the companions. */
    synchronized void stop() throws BrokerException, InterruptedException {
        resume();
        Process current = process();
        expectedToEnd = current;
        current.toHandle().destroy();
        if (!current.waitFor(STOP_MILLIS, TimeUnit.MILLISECONDS)) {
            throw new BrokerException(
                    launch.plan().where() + "did not stop within " + STOP_MILLIS / 1_000 + " s. Kill it instead.");
        }
        endCompanions();
    }

    /** Starts the broker again in its folder and on its ports, after stopping it if it runs. */
    synchronized void restart() throws BrokerException, InterruptedException {
        if (ended) {
            throw new BrokerException(launch.plan().where() + "it was closed; a closed broker is not started again.");
        }
        if (process().isAlive()) {
            stop();
        }
        try {
            // The first start has chosen free ports, which the broker keeps.
            launch.writeTemplates();
            startProcesses();
        } catch (IOException e) {
            throw new BrokerException(
                    launch.plan().where() + "cannot write to its data folder: " + FileReason.of(e), e);
        }
    }

    /** Sends SIGSTOP to the broker and all its descendants; returns when they stand still, at the latest after 10 s. */
    synchronized void pause() throws BrokerException, InterruptedException {
        Process current = process();
        paused = true;
        ProcessTree.pause(current);
    }

    /** Sends SIGCONT to the broker and all its descendants; does nothing to a broker that is not paused. */
    synchronized void resume() throws BrokerException, InterruptedException {
        if (paused) {
            ProcessTree.signal("CONT", ProcessTree.of(process().toHandle()));
            paused = false;
        }
    }

    /**
     * Ends all processes: SIGTERM, grace, SIGKILL, then the data is deleted if it is private. Does nothing the second time. An
     * interrupt cuts the grace short and stays set.
     *
     * @throws BrokerException when a process or the folder is still there afterwards
     */
    void end() throws BrokerException {
        // A restart in progress holds the lock, and gives up when it sees this flag.
        closing = true;
        endAndDelete();
    }

    private synchronized void endAndDelete() throws BrokerException {
        if (ended) {
            return;
        }
        Process current = process;
        try {
            if (current != null) {
                expectedToEnd = current;
                resumeDespiteInterrupt();
                end(current, launch.data().isPrivate() ? PRIVATE_GRACE_MILLIS : GRACE_MILLIS);
            }
            endCompanions();
            linesOfTheEnded = log.last(LINES_KEPT);
            ended = true;
            if (current != null) {
                exit.complete(current.exitValue());
            }
            watching.cancel(false);
            launch.data().delete();
            // The watch ends last, because the tool can die during the deletion, too.
            watch.end();
        } catch (IOException e) {
            throw new BrokerException(
                    "broker: the data folder " + launch.data().path() + " cannot be deleted: " + FileReason.of(e), e);
        }
    }

    private void resumeDespiteInterrupt() throws BrokerException {
        try {
            resume();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends a process: SIGTERM, grace, then SIGKILL to it and its descendants. */
    private void end(Process which, long graceMillis) throws BrokerException {
        List<ProcessHandle> tree = ProcessTree.of(which.toHandle());
        which.toHandle().destroy();
        try {
            which.waitFor(graceMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // Kills descendants that outlived the process, for example children of a shell.
        ProcessTree.kill(tree);
        confirmExit(which);
    }

    private void endCompanions() throws BrokerException {
        Collections.reverse(companions);
        for (Process companion : companions) {
            end(companion, COMPANION_GRACE_MILLIS);
        }
        companions.clear();
        // The ids of ended processes may be given to others, which the watch must not end.
        watch.over(List.of());
    }

    /** Waits for the end despite interrupts, because the process must have ended when this returns. */
    private void confirmExit(Process process) throws BrokerException {
        try {
            process.onExit().orTimeout(KILL_MILLIS, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            String message =
                    "broker: process " + process.pid() + " does not end, not even by SIGKILL. Its data stays in ";
            throw new BrokerException(message + launch.data().path() + ".", e);
        }
    }
}
