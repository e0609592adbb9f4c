package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Home;
import dev.dyno.app.study.StudyLibrary;
import dev.dyno.app.study.StudyTime;
import dev.dyno.model.result.Plural;
import dev.dyno.report.store.Grid;
import dev.dyno.report.study.StudyFile;
import dev.dyno.report.study.StudyPlan;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code dyno study list}: what there is. */
@Command(
        name = "list",
        description = "List the studies that Dyno brings along.",
        footer = {"", "Example: dyno study list"})
final class StudyListCommand extends Verb {

    @Override
    int carryOut() {
        print(out(), home);
        return Exit.GOOD;
    }

    static void print(PrintWriter out, Home home) {
        StudyLibrary library = new StudyLibrary(home);
        List<List<Optional<Object>>> rows = new ArrayList<>();
        for (String name : library.names()) {
            StudyFile full = library.read(name, false);
            StudyFile quick = library.read(name, true);
            rows.add(List.of(
                    Optional.of(name),
                    Optional.of(size(full)),
                    full.hasQuick() ? Optional.of(size(quick)) : Optional.empty(),
                    Optional.of(full.study().about().title())));
        }
        new Grid(List.of("study", "full size", "quick size", "title"), rows)
                .lines()
                .forEach(out::println);
    }

    /** Number of trials and estimated duration. */
    static String size(StudyFile file) {
        List<StudyPlan.Planned> trials = StudyPlan.of(file.study(), Map.of());
        return Plural.count(trials.size(), "trial", "trials") + ", " + StudyTime.text(new StudyTime(file).of(trials));
    }
}
