package dev.dyno.app.execute;

import dev.dyno.app.plan.Home;
import dev.dyno.broker.process.Libraries;
import dev.dyno.broker.profile.Profiling;
import dev.dyno.model.result.ProfileResult;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.workload.ProfileEvent;
import dev.dyno.report.console.Screen;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Profiles that a run requests.
 *
 * @param screen shows the progress of fetching the profiler
 */
public record Profiles(List<ProfileEvent> events, Home home, Screen screen, PrintWriter out, PrintWriter err) {

    /** Prepares profiling; the broker must run. */
    Profiling prepare(StartedBroker broker) {
        Optional<Long> pid = broker.pid();
        if (events.isEmpty() || pid.isEmpty()) {
            return Profiling.none();
        }
        Libraries libraries = new Libraries(home.path(), screen::step);
        Profiling prepared = Profiling.prepare(
                pid.get(),
                events,
                () -> libraries
                        .fetch(Profiling.AGENT, Profiling.AGENT_VERSION, Profiling.AGENT_ARTIFACTS)
                        .get(0),
                Path.of(System.getProperty("user.home"), ".dyno", "agents"));
        screen.print(List.of());
        return prepared;
    }

    /** Draws the recordings, and adds them to the result. */
    RunResult drawn(Profiling profiling, RunResult result, StartedBroker broker, Optional<Path> folder) {
        List<ProfileResult> profiles = profiling.finish(
                folder,
                broker.ready().map(StartedBroker.Ready::title).orElse(""),
                result.started(),
                result.warmupNs(),
                result.warmupNs() + result.measuredNs());
        return result.with(parts -> parts.profiles = profiles);
    }

    /** Prints where the profiles are, and their problems. */
    void report(RunResult result, Optional<Path> folder) {
        for (ProfileResult profile : result.profiles()) {
            profile.problem()
                    .ifPresent(sentence -> err.println("dyno: --profile: " + profile.event() + ": " + sentence + "."));
            profile.page()
                    .flatMap(page -> folder.map(f -> f.resolve(page)))
                    .ifPresent(file -> out.println("flame graph " + file));
        }
    }
}
