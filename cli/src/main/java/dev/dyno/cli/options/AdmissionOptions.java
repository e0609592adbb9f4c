package dev.dyno.cli.options;

import dev.dyno.app.execute.WorkerPool;
import dev.dyno.model.config.HelpPart;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options by which coordinator and workers authenticate each other: keys of one authority, or the same secret. */
@InHelp(HelpPart.WORKERS)
public final class AdmissionOptions {

    @Option(
            names = "--keys",
            paramLabel = "DIR",
            description = "Folder of keys, of the same authority on both sides; everything is then encrypted."
                    + " Default: none.")
    public Optional<Path> keys = Optional.empty();

    @Option(
            names = "--secret",
            paramLabel = "WORDS",
            description =
                    "Secret that the coordinator and all workers share. It is safer in DYNO_SECRET than here. Default: nothing.")
    public Optional<String> secret = Optional.empty();

    public WorkerPool.Admission given() {
        return new WorkerPool.Admission(keys, secret);
    }
}
