package dev.dyno.report.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file atomically: under another name first, so that nobody sees half of it and a failure keeps the previous one. */
public final class WholeFile {

    private WholeFile() {}

    /**
     * Writes the text. An existing device or pipe is written to directly; a link stays a link.
     *
     * @throws IOException with a sentence that names the file
     */
    public static void write(Path file, String text) throws IOException {
        try {
            Path absolute = file.toAbsolutePath();
            if (Files.exists(absolute) && !Files.isRegularFile(absolute)) {
                Files.writeString(absolute, text, StandardCharsets.UTF_8);
            } else {
                replace(Files.exists(absolute) ? absolute.toRealPath() : absolute, text, false);
            }
        } catch (IOException e) {
            throw ReportFile.failure(file.toString(), e);
        }
    }

    /** Writes a text so that a crash of the machine leaves either all of it or the previous content. */
    static void writeDurably(Path file, String text) throws IOException {
        try {
            replace(file, text, true);
        } catch (IOException e) {
            throw ReportFile.failure(file.toString(), e);
        }
    }

    /**
     * Writes an object as JSON.
     *
     * @throws IOException with a sentence that names the file
     */
    public static void writeJson(Path file, Object content) throws IOException {
        write(file, StrictJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(content) + "\n");
    }

    private static void replace(Path file, String text, boolean isForced) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            FilePermissions.prepare(unfinished);
            Files.writeString(unfinished, text, StandardCharsets.UTF_8);
            if (isForced) {
                // Without this, a crash of the machine could leave the new name without content.
                try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
            }
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            try {
                // On a full disk, the unfinished file would take the space of the next one.
                Files.deleteIfExists(unfinished);
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }
}
