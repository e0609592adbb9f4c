package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.execute.LoadTitle;
import dev.dyno.app.plan.Problems;
import dev.dyno.app.plan.Setup;
import dev.dyno.app.study.StudyTime;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.result.Plural;
import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.report.study.Cell;
import dev.dyno.report.study.Study;
import dev.dyno.report.study.StudyFile;
import dev.dyno.report.study.StudyPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "validate",
        description = "Say what is wrong with workload and study files; nothing is run.",
        footer = {"", "Example: dyno validate workloads/one-queue.yaml"})
final class ValidateCommand extends Verb {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Workload or study files.")
    private List<Path> files = List.of();

    @Override
    int carryOut() {
        int status = Exit.GOOD;
        for (Path file : files) {
            boolean good = YamlFile.read(file).root().has("workloads") ? study(file) : workload(file);
            status = good ? status : Exit.USAGE;
        }
        return status;
    }

    private boolean workload(Path file) {
        WorkloadFile read = WorkloadFile.read(file);
        read.notes().forEach(note -> out().println("NOTE: " + file + ": " + note));
        return report(file, read.problems(), () -> summary(read.workload()));
    }

    /** Checks a study file, including its quick size, and the workloads of its cells. */
    private boolean study(Path file) {
        StudyFile read = StudyFile.read(file, false);
        if (!read.problems().isEmpty()) {
            return report(file, read.problems(), () -> "");
        }
        Study study = read.study();
        Problems found = new Problems();
        for (Cell cell : StudyPlan.all(study)) {
            study.steps().forEach(step -> new Setup(file.toString(), study.settings(step, cell))
                    .check(values -> read.workload(study.workload(step, cell), values), found));
        }
        return report(file, found.sentences(), () -> study.about().name() + ": " + StudyTime.size(read));
    }

    private boolean report(Path file, List<?> problems, Supplier<String> summary) {
        problems.forEach(problem -> err().println(spec.qualifiedName() + ": " + problem));
        if (problems.isEmpty()) {
            out().println(file + ": " + summary.get());
        }
        return problems.isEmpty();
    }

    private static String summary(Workload workload) {
        return String.join(
                ", ",
                workload.name() + ": " + Plural.count(workload.producerCount(), "producer", "producers"),
                Plural.count(workload.consumerCount(), "consumer", "consumers"),
                Plural.count(workload.destinations().size(), "destination", "destinations"),
                LoadTitle.length(workload));
    }
}
