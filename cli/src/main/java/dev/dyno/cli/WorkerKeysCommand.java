package dev.dyno.cli;

import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.Keys;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dyno worker keys}: certificates for workers of several machines. */
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Make a certificate authority in a folder, and in it a folder of keys for each name: for --keys here and there.",
        footer = {"", "Example: dyno worker keys bench-keys coordinator bench-1 bench-2"})
final class WorkerKeysCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", arity = "1", paramLabel = "DIR", description = "Made if it is not there.")
    private Path folder = Path.of(".");

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "NAME",
            description = "Of machines or workers. One that has keys keeps them.")
    private List<String> names = new ArrayList<>();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            for (Path made : Keys.make(folder, names)) {
                out.println(made);
            }
            out.flush();
            return Exit.GOOD;
        } catch (GroupException e) {
            return Refusal.say(spec, List.of(String.valueOf(e.getMessage())));
        }
    }
}
