package dev.dyno.report.compare;

import dev.dyno.report.store.WholeFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Position of a run in the comparison for which Dyno made it, stored beside the run.
 *
 * @param side {@code A} or {@code B}
 * @param pair from 1; {@link Alternation#WARMUP_PAIR} if it does not count
 * @param number of the run in the comparison, from 1, in the order of the runs
 * @param seed of that order
 */
public record ComparedRun(String side, int pair, int number, long seed) {

    public static final String FILE = "comparison.json";

    /** @throws IOException if it cannot be written */
    public void write(Path folder) throws IOException {
        WholeFile.writeJson(folder.resolve(FILE), this);
    }
}
