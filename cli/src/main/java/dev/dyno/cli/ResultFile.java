package dev.dyno.cli;

import dev.dyno.report.store.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Files that a comparison writes: each an option with the text for it. */
final class ResultFile {

    private record Wanted(String option, Path file, Supplier<String> text) {}

    private final List<Wanted> wanted = new ArrayList<>();
    private final List<Path> checked = new ArrayList<>();

    /** Refuses, before anything starts, a file that could not be written at the end. */
    ResultFile check(String option, Optional<Path> file, Problems problems) {
        Outputs.checkFile(option, file, checked, problems);
        return this;
    }

    ResultFile add(String option, Optional<Path> file, Supplier<String> text) {
        file.ifPresent(path -> wanted.add(new Wanted(option, path, text)));
        return this;
    }

    /** @return whether all files were written */
    boolean write(PrintWriter out, PrintWriter err) {
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
