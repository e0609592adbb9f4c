package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dyno completion}: what a shell needs to complete verbs and options. */
@Command(
        name = "completion",
        description = "Print a script that completes verbs and options in bash, zsh or fish.",
        footer = {"", "Example: source <(dyno completion)"})
final class CompletionCommand extends Verb {

    private static final String FISH = "fish";
    private static final List<String> SHELLS = List.of("bash", "zsh", FISH);

    @Parameters(
            paramLabel = "SHELL",
            arity = "0..1",
            defaultValue = "bash",
            description = "bash, zsh or fish; default: ${DEFAULT-VALUE}.")
    private String shell = "";

    @Override
    int carryOut() throws Refusal {
        if (!SHELLS.contains(shell)) {
            throw new Refusal(List.of("SHELL: " + shell + "; must be one of " + String.join(", ", SHELLS) + "."));
        }
        out().print(
                        shell.equals(FISH)
                                ? FishCompletion.of(spec.root())
                                : AutoComplete.bash("dyno", spec.root().commandLine()));
        return Exit.GOOD;
    }
}
