package dev.dyno.app.compare;

import dev.dyno.app.execute.Outputs;
import dev.dyno.app.plan.Problems;
import dev.dyno.report.store.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Files that a comparison writes, each requested by an option. */
public final class ResultFile {

    private record Wanted(String option, Path file, Supplier<String> text) {}

    private final List<Wanted> wanted = new ArrayList<>();
    private final List<Path> checked = new ArrayList<>();

    /** Refuses, before anything starts, a file that could not be written at the end. */
    public ResultFile check(String option, Optional<Path> file, Problems problems) {
        Outputs.checkFile(option, file, checked, problems);
        return this;
    }

    public ResultFile add(String option, Optional<Path> file, Supplier<String> text) {
        file.ifPresent(path -> wanted.add(new Wanted(option, path, text)));
        return this;
    }

    /** @return whether all files were written */
    public boolean write(PrintWriter out, PrintWriter err) {
        boolean all = true;
        for (Wanted one : wanted) {
            try {
                WholeFile.write(one.file, one.text.get());
                out.println("Written: " + one.file);
            } catch (IOException e) {
                err.println("dyno: " + one.option + ": " + e.getMessage());
                all = false;
            }
        }
        return all;
    }
}
