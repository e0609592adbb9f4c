package dev.dyno.cli;

import dev.dyno.study.StudyFolder;
import dev.dyno.study.StudyOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dyno study report}: table, charts and page once more. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Write table, charts and page of a study again, finished or not.",
        footer = {"", "Example: dyno study report ~/.dyno/studies/20261121-161500-amqp-series"})
final class StudyReportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "1", paramLabel = "FOLDER", description = "Folder of a study.")
    private Path folder = Path.of("");

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            StudyOutput.write(StudyFolder.open(folder)).lines().forEach(out::println);
            out.println(folder.resolve(StudyOutput.REPORT));
            out.flush();
            return Exit.GOOD;
        } catch (IOException e) {
            err.println(spec.qualifiedName() + ": " + e.getMessage());
            return Exit.FAILED;
        }
    }
}
