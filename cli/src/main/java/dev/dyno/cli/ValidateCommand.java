package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlProblem;
import dev.dyno.report.study.StudyFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dyno validate}: what is wrong with workload and study files, without running them. */
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
        return told(file, read.problems(), () -> summary(read.workload()));
    }

    /** A study file, whose quick size is read with its full size. */
    private boolean study(Path file) {
        StudyFile read = StudyFile.read(file, false);
        return told(file, read.problems(), () -> read.study().about().name() + ": " + StudyListCommand.size(read));
    }

    private boolean told(Path file, List<YamlProblem> problems, Supplier<String> summary) {
        problems.forEach(problem -> err().println(spec.qualifiedName() + ": " + problem));
        if (problems.isEmpty()) {
            out().println(file + ": " + summary.get());
        }
        return problems.isEmpty();
    }

    private static String summary(Workload workload) {
        long destinations = Stream.concat(
                        workload.producers().stream().flatMap(group -> group.destinations().stream()),
                        workload.consumers().stream().flatMap(group -> group.destinations().stream()))
                .distinct()
                .count();
        return String.format(
                Locale.ROOT,
                "%s: %s, %s, %s, %s",
                workload.name(),
                count(
                        workload.producers().stream()
                                .mapToLong(ProducerGroup::size)
                                .sum(),
                        "producer"),
                count(
                        workload.consumers().stream()
                                .mapToLong(ValidateCommand::size)
                                .sum(),
                        "consumer"),
                count(destinations, "destination"),
                length(workload.phases()));
    }

    private static String count(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }

    private static String length(Phases phases) {
        if (!phases.duration().isZero()) {
            return Units.formatDuration(phases.duration().toNanos());
        }
        return phases.backlog().isPresent() ? "until the backlog is drained" : "until stopped";
    }

    private static long size(ConsumerGroup group) {
        return group.destinations().stream()
                .mapToLong(destination -> destination.isTopic() && group.sharedSubscriptions() > 0
                        ? (long) group.sharedSubscriptions() * group.perSubscription()
                        : group.perSubscription())
                .sum();
    }
}
