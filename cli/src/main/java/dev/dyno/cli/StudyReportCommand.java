package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.report.study.StudyFolder;
import dev.dyno.report.study.StudyOutput;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dyno study report}: table, charts and page once more. */
@Command(
        name = "report",
        description = "Write table, charts and page of a study again, finished or not.",
        footer = {"", "Example: dyno study report ~/.dyno/studies/20261121-161500-amqp-series"})
final class StudyReportCommand extends Verb {

    @Parameters(arity = "1", paramLabel = "FOLDER", description = "Folder of a study.")
    private Path folder = Path.of("");

    @Override
    int carryOut() throws IOException {
        StudyOutput.write(StudyFolder.open(folder)).lines().forEach(out()::println);
        out().println(folder.resolve(StudyOutput.REPORT));
        return Exit.GOOD;
    }
}
