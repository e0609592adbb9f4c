package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.app.study.StudyLibrary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dyno study show}: the file of a study. */
@Command(
        name = "show",
        description = "Print the file of a study, to copy and change.",
        footer = {"", "Example: dyno study show artemis-guide"})
final class StudyShowCommand extends Verb {

    @Parameters(arity = "1", paramLabel = "NAME", description = "A study that dyno study list shows.")
    private String name = "";

    @Override
    int carryOut() throws Refusal {
        StudyLibrary library = new StudyLibrary(home);
        library.problem(name).ifPresent(problems::add);
        problems.refuse();
        out().print(library.read(name, false).text());
        out().flush();
        return Exit.GOOD;
    }
}
