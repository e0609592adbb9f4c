package dev.dyno.report.store;

import dev.dyno.model.capacity.Capacity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answer of a search for the capacity, stored in the folder of its run.
 *
 * @param limit sentence about what was full around the knee; empty if no rate was held
 */
public record CapacityFile(Capacity capacity, Optional<String> limit) {

    /** File in the run's folder. */
    public static final String FILE = "capacity.json";

    /** @throws UncheckedIOException if it cannot be written */
    public void write(Path folder) {
        try {
            WholeFile.writeJson(folder.resolve(FILE), this);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the answer from the folder of a run; empty if the run was no search.
     *
     * @throws IOException with a sentence, if the file is damaged
     */
    public static Optional<CapacityFile> read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JsonMapper.shared().readValue(Files.readString(file), CapacityFile.class));
        } catch (JacksonException e) {
            throw new IOException(file + ": is damaged: " + e.getOriginalMessage(), e);
        }
    }
}
