package dev.dyno.broker.profile;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.dyno.model.workload.ProfileEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Native agent async-profiler, loaded into the JVM before the load, so that recording starts within milliseconds. It needs no
 * rights and no kernel settings: CPU time is sampled by timers (on Linux one of each thread), not by perf events, so it is the
 * same on every machine. Recordings are in the format of JDK Flight Recorder.
 *
 * <p>Assumptions and guarantees: used by one thread at a time.
 */
record AsyncProfiler(VirtualMachine jvm, Path library, Path folder, Set<ProfileEvent> events, String version) {

    /**
     * Interval between samples. The kernel checks thread timers only at its ticks, every 4 ms with 250 a second, and two
     * expirations between ticks become one signal. Of threads that run for less than a tick at a time, exp(-interval / tick) of
     * all samples is lost: 8 % with 10 ms, under 1 % with 20 ms.
     */
    static final String CPU_INTERVAL = "20ms";

    /** Waiting time in ns that one lock sample stands for, unless the sampled wait was longer. */
    static final long LOCK_INTERVAL_NS = 1_000_000;

    private static final String ALLOC_INTERVAL = "512k";

    /**
     * Length of a chunk: a killed broker loses at most this part of its profile, because only whole chunks of a recording can be
     * read.
     */
    private static final String CHUNK = "5s";

    /**
     * Bits of the agent's option {@code jfropts} that leave out the description of the system, system properties, the list of
     * libraries, CPU load and the heap summary.
     */
    private static final int NOTHING_BUT_SAMPLES = 31;

    /**
     * Loads the agent into a JVM.
     *
     * @param library the agent for this system
     * @param folder for its messages; private
     */
    static AsyncProfiler open(long pid, Path library, Path folder, Set<ProfileEvent> events) throws ProfileException {
        VirtualMachine jvm = attach(pid);
        boolean open = false;
        try {
            Path answer = folder.resolve("version");
            command(jvm, library, folder, List.of("version", "file=" + plain(answer)));
            String version = Files.readString(answer).strip();
            AsyncProfiler profiler = new AsyncProfiler(jvm, library, folder, events, version);
            profiler.rehearse(folder.resolve("rehearsal.jfr"));
            open = true;
            return profiler;
        } catch (IOException e) {
            throw new ProfileException("async-profiler does not say its version: " + e, e);
        } finally {
            if (!open) {
                detach(jvm);
            }
        }
    }

    /**
     * Starts and stops the profiler once before the recording: the first start reads the symbols of the JVM, which takes some
     * hundred milliseconds; later starts take a few milliseconds.
     */
    private void rehearse(Path recording) throws ProfileException {
        start(recording);
        stop();
        try {
            Files.deleteIfExists(folder.resolve("start.log"));
            Files.deleteIfExists(folder.resolve("stop.log"));
        } catch (IOException e) {
            // If the logs stay, a later failure may be reported with their text.
        }
    }

    private static VirtualMachine attach(long pid) throws ProfileException {
        try {
            return VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException | IOException e) {
            throw new ProfileException(
                    "the broker's JVM, process " + pid + ", lets nobody attach: " + e.getMessage(), e);
        } catch (LinkageError e) {
            throw new ProfileException("this Java has no module jdk.attach", e);
        }
    }

    private static void detach(VirtualMachine jvm) {
        try {
            jvm.detach();
        } catch (IOException e) {
            // The JVM has ended.
        }
    }

    String method() {
        return "async-profiler " + version;
    }

    /** Sentences about what the profiler does not see. */
    String cannotSee(ProfileEvent event) {
        return switch (event) {
            case CPU ->
                "A sample stands for 20 ms of a thread's CPU time; of threads that run in short turns up to 1 % is missed where"
                        + " the kernel has 250 ticks a second, and up to 13 % where it has 100, and of each thread what it"
                        + " used before its first sample. Frames of the kernel are not shown, their time counts for the"
                        + " function that called it; threads that wait do not appear.";
            case LOCK ->
                "Seen are monitors (synchronized), ReentrantLock, ReentrantReadWriteLock and Semaphore; waiting for other"
                        + " things, such as the disk, a message or a turn in an executor, is not.";
            case ALLOC -> "Allocations outside the heap are not seen.";
        };
    }

    void start(Path recording) throws ProfileException {
        List<String> words = new ArrayList<>(List.of("start"));
        for (ProfileEvent event : events) {
            words.add(
                    switch (event) {
                        case CPU -> "event=" + cpuTimer() + ",interval=" + CPU_INTERVAL;
                        case LOCK -> "lock=" + LOCK_INTERVAL_NS / 1_000_000 + "ms";
                        case ALLOC -> "alloc=" + ALLOC_INTERVAL;
                    });
        }
        words.add("jfropts=" + NOTHING_BUT_SAMPLES);
        words.add("chunktime=" + CHUNK);
        words.add("file=" + plain(recording));
        command(jvm, library, folder, words);
    }

    private static String cpuTimer() {
        return NativeAgent.isLinux() ? "ctimer" : "itimer";
    }

    /** Ends the recording, which is then complete in its file. */
    void stop() throws ProfileException {
        command(jvm, library, folder, List.of("stop"));
    }

    /** Path as text, checked for the agent, which separates words by commas and expands percent signs. */
    private static String plain(Path file) throws ProfileException {
        String text = file.toString();
        if (text.contains(",") || text.contains("%")) {
            throw new ProfileException(
                    "async-profiler cannot write to " + text + " for the comma or percent sign in it");
        }
        return text;
    }

    /** Executes a command; its errors are in a log of its own. */
    private static void command(VirtualMachine jvm, Path library, Path folder, List<String> words)
            throws ProfileException {
        Path log = folder.resolve(words.get(0) + ".log");
        String options = String.join(",", words) + ",log=" + plain(log);
        try {
            jvm.loadAgentPath(library.toString(), options);
        } catch (com.sun.tools.attach.AgentLoadException
                | com.sun.tools.attach.AgentInitializationException
                | IOException e) {
            throw new ProfileException("async-profiler does not work in the broker's JVM: " + reason(log, e), e);
        }
    }

    private static String reason(Path log, Exception failure) {
        try {
            String said = Files.readString(log).strip().lines().reduce("", (first, last) -> last);
            if (!said.isBlank()) {
                return said;
            }
        } catch (IOException e) {
            // The command did not get far enough to write a log.
        }
        return String.valueOf(failure.getMessage());
    }

    /** Detaches from the JVM. */
    void close() {
        detach(jvm);
    }
}
