package dev.dyno.cli;

import dev.dyno.report.store.Given;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A verb. It collects all that is wrong, refuses it at once, and carries out the rest. {@link Main} prints the sentence of an
 * exception that users can cause, and gives the exit status for it.
 */
@Command(mixinStandardHelpOptions = true)
abstract class Verb implements Callable<Integer> {

    @Spec
    CommandSpec spec = CommandSpec.create();

    final Problems problems = new Problems();
    final Home home = Home.find();

    /** A verb that finds more problems than the parser does, and reports both at once. */
    interface FindsProblems {}

    /**
     * @return the exit status
     * @throws Refusal for what is wrong with the command line
     * @throws Exception for all else: a sentence if {@link Main#isForUsers}, an error of Dyno otherwise
     */
    abstract int carryOut() throws Exception;

    @Override
    public final Integer call() throws Exception {
        ParseProblems.of(spec).forEach(problems::add);
        if (problems.isEmpty()) {
            Prompt.fill(spec, problems);
        }
        return carryOut();
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** The command line, to be stored with the runs that it asks for. */
    final Given given() {
        return GivenReader.read(
                spec.commandLine().getDefaultValueProvider() instanceof EnvironmentTwins twins
                        ? twins.used(spec.commandLine().getParseResult())
                        : Map.of(),
                spec.root().commandLine().getParseResult().originalArgs(),
                word -> spec.findOption(word) != null);
    }

    /** Of a verb that has others below it. */
    final int usage() {
        spec.commandLine().usage(out());
        return Exit.GOOD;
    }
}
