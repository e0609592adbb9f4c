package dev.dyno.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dyno completion}: what a shell needs to complete verbs and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Print a script that completes verbs and options in bash and zsh.",
        footer = {"", "Example: source <(dyno completion)"})
final class CompletionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(AutoComplete.bash("dyno", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
        return Exit.GOOD;
    }
}
