package dev.dyno.report.store;

import dev.dyno.model.result.FileReason;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Report file on disk. Every write goes to the operating system at once, so that the output of a killed run can be read; every
 * {@link IOException} is a sentence that names the file.
 */
public record ReportFile(String name, OutputStream out) implements Closeable {

    /** Creates the file, or empties it if it is there, as {@code artemis perf} does. */
    public static ReportFile create(Path file) throws IOException {
        try {
            FilePermissions.prepare(file);
            return new ReportFile(file.toString(), Files.newOutputStream(file));
        } catch (IOException e) {
            throw failure(file.toString(), e);
        }
    }

    /** Standard output, which {@link #close} leaves open. */
    public static ReportFile of(Writer writer) {
        return new ReportFile("standard output", new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            /** Writes UTF-8 that must not end within a character. */
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                writer.write(new String(bytes, from, length, StandardCharsets.UTF_8));
            }

            @Override
            public void flush() throws IOException {
                writer.flush();
            }
        });
    }

    public void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    public void write(byte[] bytes) throws IOException {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            throw failure(name, e);
        }
    }

    /** Closes the file and deletes it, because there was nothing to write. A device or pipe stays. */
    public void discard() throws IOException {
        close();
        Path file = Path.of(name);
        try {
            if (Files.isRegularFile(file)) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw failure(name, e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            out.close();
        } catch (IOException e) {
            throw failure(name, e);
        }
    }

    public static IOException failure(String name, IOException cause) {
        String todo = cause instanceof NoSuchFileException
                ? "Create its folder"
                : cause instanceof AccessDeniedException
                        ? "Change the permissions"
                        : Files.isDirectory(Path.of(name)) ? "Name a file in it" : "Make room";
        return new IOException(
                name + ": cannot be written: " + FileReason.of(cause) + ". " + todo + " or choose another place.",
                cause);
    }
}
