package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cli.options.Candidates;
import java.util.Iterator;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "completion",
        description =
                "Print a script that completes verbs, options, brokers, drivers, studies and runs in bash, zsh or fish.",
        footer = {"", "Example: source <(dyno completion)"})
final class CompletionCommand extends Verb {

    private static final String FISH = "fish";
    private static final String RUNS = "_dyno_runs() { ls -t \"${DYNO_RUNS:-$HOME/.dyno/runs}\" 2>/dev/null; }\n";
    private static final List<String> SHELLS = List.of("bash", "zsh", FISH);

    @Parameters(
            paramLabel = "SHELL",
            arity = "0..1",
            defaultValue = "bash",
            completionCandidates = Shells.class,
            description = "bash, zsh or fish; default: ${DEFAULT-VALUE}.")
    private String shell = "";

    @Override
    int carryOut() throws Refusal {
        if (!SHELLS.contains(shell)) {
            throw new Refusal(List.of("SHELL: " + shell + "; must be one of " + String.join(", ", SHELLS) + "."));
        }
        String names = Candidates.STORED_RUNS;
        // Removes the quotes around this command, so that the shell runs it to look up the names of runs.
        String bash =
                RUNS + AutoComplete.bash("dyno", spec.root().commandLine()).replace('"' + names + '"', names);
        out().print(shell.equals(FISH) ? FishCompletion.of(spec.root()) : bash);
        return Exit.GOOD;
    }

    static final class Shells implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SHELLS.iterator();
        }
    }
}
