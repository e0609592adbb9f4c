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
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Searches for the capacity of one setup or, in turns, of two, each on a broker of its own start, and shows the answers. */
public final class CapacityRuns {

    /**
     * One setup.
     *
     * @param name A or B; empty if there is only one
     */
    public record Side(String name, CapacityPlan plan) {}

    private final List<Side> sides;
    private final RunExecutor executor;
    private final Screen screen;
    private final FindingText text;
    private final Optional<Path> runs;
    private final StartAnswers answers;
    private int status = Exit.GOOD;

    /**
     * @param sides one, or A and B
     * @param text makes sentences with the user's names of settings
     * @param runs folder in which they are stored; empty = the default
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

    /** Carries them out; returns the exit status. */
    public int carryOut() {
        int starts = sides.get(0).plan.asked().starts();
        for (int start = 0; start < starts && !executor.wasStopped(); start++) {
            for (int turn = 0; turn < sides.size() && !executor.wasStopped(); turn++) {
                int side = StartAnswers.beginsWithA(start) ? turn : sides.size() - 1 - turn;
                String label = sides.get(side).name + (starts > 1 ? " [" + (start + 1) + "/" + starts + "] " : " ");
                search(side, start, label.isBlank() ? "" : label.strip() + "  ");
            }
        }
        screen.print(answers.lines());
        return status;
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
            } else {
                status = Exit.FAILED;
                screen.say(label + "failed: " + done.result().outcome().cause().orElse("it did not finish"));
            }
            screen.print(CapacityLines.of(pilot.stored(), label, screen.width()));
        } catch (CannotRun e) {
            status = Exit.FAILED;
            screen.say(label + "failed: " + e.getMessage());
        }
    }
}
