package dev.dyno.cli;

import dev.dyno.app.execute.Exit;
import dev.dyno.app.plan.Refusal;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.Keys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "keys",
        sortOptions = false,
        description =
                "Make a certificate authority in a folder, and in it a folder of keys for each name: for --keys here and there.",
        footer = {"", "Example: dyno worker keys bench-keys coordinator bench-1 bench-2"})
final class WorkerKeysCommand extends Verb {

    @Parameters(index = "0", arity = "1", paramLabel = "DIR", description = "Made if it is not there.")
    private Path folder = Path.of(".");

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "NAME",
            description = "Of machines or workers. One that has keys keeps them.")
    private List<String> names = new ArrayList<>();

    @Override
    int carryOut() throws Refusal {
        try {
            for (Path made : Keys.make(folder, names)) {
                out().println(made);
            }
            return Exit.GOOD;
        } catch (GroupException e) {
            throw new Refusal(e);
        }
    }
}
