package dev.dyno.app.execute;

import dev.dyno.app.plan.Problems;
import dev.dyno.report.live.LiveServer;
import dev.dyno.report.live.LiveServer.Answer;
import dev.dyno.report.page.HtmlReporter;
import dev.dyno.report.page.LiveRun;
import dev.dyno.report.page.Steering;
import dev.dyno.report.store.CommandRecord;
import dev.dyno.report.store.Reporter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Page that shows the runs of a command while they last; or none.
 *
 * <p>Assumptions and guarantees: all methods by the thread of the command; requests of browsers arrive on threads of the
 * server and find the present run in volatile fields. A run can be acted on before it is shown, so no page shows a run while
 * its actions reach an earlier one.
 */
public final class LivePage implements AutoCloseable {

    /** Time in ms between two updates of a page, if nothing but counts has changed. */
    private static final long TENTH_MILLIS = 100;

    /** Time in ms between two updates of a hidden page; also the longest wait for a browser at the end. */
    private static final long MOST_MILLIS = 2_000;

    private @Nullable LiveServer server;
    private volatile LiveRun shown = new LiveRun(0, Optional.empty(), Steering.NONE, 0);
    private volatile @Nullable LoadControl control;
    private int runs;

    private LivePage() {}

    /** Begins to listen, if requested and there are no errors, and prints the address. */
    public static LivePage open(boolean asked, Problems problems, PrintWriter out) {
        LivePage page = new LivePage();
        if (asked && problems.isEmpty()) {
            try {
                page.server = new LiveServer(
                        0,
                        Map.of("", given -> Answer.html(HtmlReporter.live()), "data", page::data),
                        Map.of("act", page::act));
                out.println("Live at " + page.server.url());
                out.flush();
            } catch (IOException e) {
                problems.add("--ui: no port can be listened on at 127.0.0.1 (" + e.getMessage() + ").");
            }
        }
        return page;
    }

    private Answer data(Map<String, String> given) throws InterruptedException {
        return Answer.json(shown.after(
                Long.parseLong(given.getOrDefault("after", "0")),
                given.containsKey("hidden") ? MOST_MILLIS : TENTH_MILLIS));
    }

    private Answer act(Map<String, String> given) {
        LoadControl controlled = control;
        if (controlled == null) {
            throw new IllegalArgumentException("there is no run yet");
        }
        controlled.act(given.getOrDefault("action", ""), given.getOrDefault("value", ""));
        return Answer.json(new byte[] {'{', '}'});
    }

    /** Reporter that shows a run from now on. */
    Optional<Reporter> show(LoadControl controlled, Optional<CommandRecord> given, int deliveries) {
        if (server == null) {
            return Optional.empty();
        }
        LiveRun run = new LiveRun(++runs, given, controlled, deliveries);
        control = controlled;
        shown = run;
        return Optional.of(run);
    }

    /** Lets browsers that watch fetch the end; then stops listening. */
    @Override
    public void close() {
        if (server != null) {
            try {
                shown.awaitEndFetched(MOST_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            server.close();
        }
    }
}
