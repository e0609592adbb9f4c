package dev.dyno.broker.profile;

import dev.dyno.model.result.ProfileResult;
import dev.dyno.model.workload.ProfileEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Profiles a broker of this host in the measured phase of a run. Never fails the run: errors are part of the result.
 *
 * <p>Assumptions and guarantees: {@link #begin} and {@link #end} from any thread, return at once and may be called in any order
 * or never; all other methods from one thread, {@link #finish} last. Commands to the JVM are given on a separate thread, because
 * a paused broker does not answer.
 */
public final class Profiling implements AutoCloseable {

    /** Name of the agent that is fetched on first use; its version and coordinates follow. */
    public static final String AGENT = "async-profiler";

    public static final String AGENT_VERSION = "4.6";
    public static final List<String> AGENT_ARTIFACTS = List.of("tools.profiler:async-profiler:" + AGENT_VERSION);

    /** File name of the recording itself, beside the pages. */
    public static final String RECORDING = "profile.jfr";

    private static final long ANSWER_SECONDS = 20;

    private static final long DEATH_SECONDS = 2;

    private final long pid;
    private final Set<ProfileEvent> events;
    private final ExecutorService commands = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "profile");
        thread.setDaemon(true);
        return thread;
    });
    private final Optional<Path> folder;
    private final Optional<AsyncProfiler> profiler;
    /** Reason why there is no profiler, or the profiler's latest error. */
    private volatile Optional<String> problem;

    private volatile @Nullable Future<?> begun;
    private volatile @Nullable Future<?> ended;
    /** Whether the measured phase has ended; guarded by this. */
    private boolean over;

    private Profiling(
            long pid,
            Set<ProfileEvent> events,
            Optional<Path> folder,
            Optional<AsyncProfiler> profiler,
            Optional<String> problem) {
        this.pid = pid;
        this.events = events;
        this.folder = folder;
        this.profiler = profiler;
        this.problem = problem;
    }

    /** Profiling that does nothing. */
    public static Profiling none() {
        return new Profiling(0, Set.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Does everything that takes long: loads async-profiler into the broker.
     *
     * @param pid the broker's JVM
     * @param events at least one
     * @param agent returns the agent's jar, fetched if necessary; the message of any exception is a sentence for the user
     * @param agents folder of the user for the agent's library; made when needed
     */
    public static Profiling prepare(long pid, List<ProfileEvent> events, Callable<Path> agent, Path agents) {
        Set<ProfileEvent> wanted = EnumSet.copyOf(events);
        Path folder;
        try {
            folder = Files.createTempDirectory("dyno-profile");
        } catch (IOException e) {
            return new Profiling(
                    pid, wanted, Optional.empty(), Optional.empty(), Optional.of("there is no temporary folder: " + e));
        }
        String problem;
        try {
            AsyncProfiler profiler = AsyncProfiler.open(pid, NativeAgent.extract(agent.call(), agents), folder, wanted);
            return new Profiling(pid, wanted, Optional.of(folder), Optional.of(profiler), Optional.empty());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem = "interrupted";
        } catch (Exception e) {
            problem = String.valueOf(e.getMessage());
        }
        return new Profiling(pid, wanted, Optional.of(folder), Optional.empty(), Optional.of(problem));
    }

    /** Facts for the semantics card, because profiling has a cost. */
    public Map<String, String> facts() {
        return profiler.map(s -> Map.of(
                        "profiled",
                        events.stream().map(ProfileEvent::word).collect(Collectors.joining(", ")) + " by "
                                + s.method()))
                .orElse(Map.of());
    }

    /** Begins recording, at the start of the measured phase. */
    public synchronized void begin() {
        if (begun == null && !over && profiler.isPresent()) {
            begun = commands.submit(() -> attempt(() -> profiler.get().start(recording())));
        }
    }

    /** Ends recording, at the end of the measured phase. */
    public synchronized void end() {
        over = true;
        if (ended == null && begun != null) {
            ended = commands.submit(() -> {
                if (problem.isEmpty()) {
                    attempt(() -> profiler.orElseThrow().stop());
                }
            });
        }
    }

    private interface Step {
        void run() throws ProfileException;
    }

    private void attempt(Step step) {
        try {
            step.run();
        } catch (ProfileException | RuntimeException e) {
            problem = Optional.of(isGone() ? gone() : String.valueOf(e.getMessage()));
        }
    }

    /** Whether the process has ended. Waits up to 2 s for the end, because a JVM that is about to end no longer answers. */
    private boolean isGone() {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isEmpty()) {
            return true;
        }
        try {
            process.get().onExit().get(DEATH_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String gone() {
        return "the broker's process " + pid + " ended before the measured phase did, and its profile with it";
    }

    private Path recording() {
        return folder.orElseThrow().resolve(RECORDING);
    }

    /**
     * Draws the profile of the measured phase, after the end of the load.
     *
     * @param run folder of the run, for the pages; empty = there is none
     * @param broker name and version
     * @param loadStarted start of the load, from which the other times are counted
     * @param fromNs start of the measured phase
     * @param toNs its end
     * @return one result for each event; empty if nothing is profiled
     */
    public List<ProfileResult> finish(Optional<Path> run, String broker, Instant loadStarted, long fromNs, long toNs) {
        if (events.isEmpty()) {
            return List.of();
        }
        awaitEnd();
        Window window = new Window(loadStarted, fromNs, toNs);
        List<ProfileResult> results = new ArrayList<>();
        for (ProfileEvent event : events) {
            results.add(result(event, run, broker, window));
        }
        if (results.stream().anyMatch(r -> r.page().isPresent())) {
            keepRecording(run.orElseThrow());
        }
        return results;
    }

    private void awaitEnd() {
        Future<?> last = ended;
        if (last == null) {
            if (problem.isEmpty()) {
                problem = Optional.of("the load ended before its measured phase began");
            }
            return;
        }
        try {
            last.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            problem = Optional.of("the broker's JVM did not answer within " + ANSWER_SECONDS + " s");
        } catch (ExecutionException e) {
            problem = Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem = Optional.of("interrupted");
        }
    }

    private ProfileResult result(ProfileEvent event, Optional<Path> run, String broker, Window window) {
        String method = profiler.map(AsyncProfiler::method).orElse("");
        String cannotSee = profiler.map(s -> s.cannotSee(event)).orElse("");
        if (profiler.isEmpty() || !Files.exists(recording())) {
            return without(event, method, cannotSee, problem.orElse("nothing was recorded"));
        }
        try {
            FlamePage page =
                    FlamePage.draw(recording(), event, window, new FlamePage.Caption(broker, method, cannotSee));
            return new ProfileResult(
                    event.word(),
                    method,
                    cannotSee,
                    window.sinceLoadStartedNs(page.recordedFromEpochNs()),
                    window.sinceLoadStartedNs(page.recordedToEpochNs()),
                    page.samples(),
                    page.total(),
                    event.unit(),
                    write(event, page, run),
                    sentence(page, run, event, window));
        } catch (IOException e) {
            return without(event, method, cannotSee, problem.orElse("the recording cannot be read: " + e.getMessage()));
        }
    }

    private Optional<String> sentence(FlamePage page, Optional<Path> run, ProfileEvent event, Window window) {
        List<String> all = new ArrayList<>();
        problem.ifPresent(all::add);
        page.missed(window).ifPresent(all::add);
        if (page.samples() == 0) {
            all.add(event.nothing());
        } else if (run.isEmpty()) {
            all.add("the run is not stored");
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
    }

    private ProfileResult without(ProfileEvent event, String method, String cannotSee, String why) {
        return new ProfileResult(
                event.word(), method, cannotSee, 0, 0, 0, 0, event.unit(), Optional.empty(), Optional.of(why));
    }

    private static Optional<String> write(ProfileEvent event, FlamePage page, Optional<Path> run) throws IOException {
        if (page.html().isEmpty() || run.isEmpty()) {
            return Optional.empty();
        }
        String name = "profile-" + event.word() + ".html";
        Files.writeString(run.get().resolve(name), page.html().get());
        return Optional.of(name);
    }

    /** Keeps the recording for other tools that read its format. */
    private void keepRecording(Path run) {
        try {
            Files.copy(recording(), run.resolve(RECORDING), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            problem = Optional.of("the recording cannot be kept: " + e);
        }
    }

    @Override
    public void close() {
        commands.shutdownNow();
        profiler.ifPresent(AsyncProfiler::close);
        folder.ifPresent(Profiling::delete);
    }

    private static void delete(Path folder) {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // The system deletes temporary folders eventually.
        }
    }
}
