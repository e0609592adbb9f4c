package dev.dyno.app.capacity;

import dev.dyno.app.execute.CannotRun;
import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.RunExecutor;
import dev.dyno.app.execute.SearchPilot;
import dev.dyno.app.execute.SearchProgress;
import dev.dyno.app.execute.StartedBroker;
import dev.dyno.app.plan.CapacityPlan;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.report.console.CapacityLines;
import dev.dyno.report.console.Screen;
import dev.dyno.report.page.ChartFiles;
import dev.dyno.report.page.StaticPage;
import dev.dyno.report.store.WholeFile;
import dev.dyno.report.store.XmlText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Searches for the capacity of one setup or, in turns, of two, each on a broker of its own start, and shows the answers. */
public final class CapacityRuns {

    /**
     * One setup.
     *
     * @param name A or B; empty if there is only one
     * @param settings of A or B, in the words of the user
     */
    public record Side(String name, String settings, CapacityPlan plan) {}

    /** Page of all searches, in the folder of the first one. */
    private static final String TOGETHER = "searches.html";

    private final List<Side> sides;
    private final RunExecutor executor;
    private final Screen screen;
    private final FindingText text;
    private final Optional<Path> runs;
    private final StartAnswers answers;
    private final List<String> shown = new ArrayList<>();
    private final List<Path> stored = new ArrayList<>();
    /** Names of the stored searches in charts, by the id of the run. */
    private final Map<String, ChartFiles.Label> names = new HashMap<>();

    private int status = Exit.GOOD;

    /**
     * @param sides one, or A and B
     * @param text makes sentences with the user's names of settings
     * @param runs folder in which the searches are stored; empty = the default
     */
    public CapacityRuns(List<Side> sides, RunExecutor executor, Screen screen, FindingText text, Optional<Path> runs) {
        this.sides = List.copyOf(sides);
        this.executor = executor;
        this.screen = screen;
        this.text = text;
        this.runs = runs;
        answers = new StartAnswers(
                sides.stream().map(Side::name).toList(),
                sides.get(0).plan.goal().confidence());
    }

    /** Carries out the searches; returns the exit status. */
    public int carryOut() {
        int starts = sides.get(0).plan.asked().starts();
        for (int start = 0; start < starts && !executor.wasStopped(); start++) {
            for (int turn = 0; turn < sides.size() && !executor.wasStopped(); turn++) {
                int side = StartAnswers.beginsWithA(start) ? turn : sides.size() - 1 - turn;
                String label = sides.get(side).name + (starts > 1 ? " [" + (start + 1) + "/" + starts + "] " : " ");
                search(side, start, label.isBlank() ? "" : label.strip() + "  ");
            }
        }
        print(answers.lines());
        if (stored.size() > 1) {
            drawTogether(stored.get(0).resolve(TOGETHER));
        }
        return status;
    }

    private void print(List<String> lines) {
        shown.addAll(lines);
        screen.print(lines);
    }

    /** Writes a page with all answers, and the curves of the searches in the same charts. */
    private void drawTogether(Path file) {
        try {
            List<String> curves = ChartFiles.svg(stored, names).entrySet().stream()
                    .filter(chart -> chart.getKey().startsWith("capacity-"))
                    .map(Map.Entry::getValue)
                    .toList();
            StaticPage page = new StaticPage("Dyno capacity", "Searches for the capacity");
            sides.stream()
                    .filter(side -> !side.name.isEmpty())
                    .forEach(side -> page.paragraph("", side.name + ": " + side.settings));
            page.raw("<pre>" + XmlText.escaped(String.join("\n", shown)) + "</pre>\n")
                    .charts(curves);
            WholeFile.write(file, page.end());
            screen.print(List.of("together    " + file));
        } catch (IOException e) {
            status = Exit.FAILED;
            screen.say("The page of all searches could not be written: " + e.getMessage());
        }
    }

    private void search(int side, int start, String label) {
        CapacityPlan plan = sides.get(side).plan;
        SearchPilot pilot = new SearchPilot(plan.goal(), plan.asked().slo(), plan.latencies(), text);
        try (StartedBroker broker = executor.startBroker(plan.run())) {
            SearchProgress progress = new SearchProgress(screen, label, pilot, plan.latencies());
            RunExecutor.Done done = executor.run(plan.run(), load -> progress, pilot, broker, runs);
            screen.keep();
            if (done.result().outcome().success() || done.result().outcome().interrupted()) {
                answers.add(side, start, pilot.answer());
                status = Exit.worse(status, pilot.status());
                done.folder().ifPresent(folder -> {
                    stored.add(folder);
                    names.put(done.result().runId(), new ChartFiles.Label(label.strip(), side, start));
                });
            } else {
                status = Exit.FAILED;
                screen.say(label + "failed: " + done.result().outcome().cause().orElse("it did not finish"));
            }
            print(CapacityLines.of(pilot.stored(), label, screen.width()));
        } catch (CannotRun e) {
            status = Exit.FAILED;
            screen.say(label + "failed: " + e.getMessage());
        }
    }
}
