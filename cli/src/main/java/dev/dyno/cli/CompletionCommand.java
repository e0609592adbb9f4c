package dev.dyno.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** {@code dyno completion}: what a shell needs to complete verbs and options. */
@Command(
        name = "completion",
        description = "Print a script that completes verbs and options in bash and zsh.",
        footer = {"", "Example: source <(dyno completion)"})
final class CompletionCommand extends Verb {

    @Override
    int carryOut() {
        out().print(AutoComplete.bash("dyno", spec.root().commandLine()));
        return Exit.GOOD;
    }
}
