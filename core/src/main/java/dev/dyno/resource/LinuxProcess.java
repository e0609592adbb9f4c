package dev.dyno.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A process in /proc; see proc_pid_stat(5), proc_pid_io(5), proc_pid_fd(5). */
final class LinuxProcess implements ProcessFigures {

    // Fields of /proc/PID/stat, counted from the one after the name, which is in parentheses and may contain anything.
    private static final int UTIME = 11;
    private static final int STIME = 12;
    private static final int NUM_THREADS = 17;
    private static final int VSIZE = 20;
    private static final int RSS = 21;

    private final ProcUnits units;
    private final Path fd;
    private final ProcFile stat;
    /** Only for those who may trace the process: others cannot see it. */
    private final @Nullable ProcFile io;

    private LinuxProcess(ProcUnits units, Path fd, ProcFile stat, @Nullable ProcFile io) {
        this.units = units;
        this.fd = fd;
        this.stat = stat;
        this.io = io;
    }

    /** @throws IOException when there is no such process */
    static LinuxProcess open(long pid, ProcUnits units) throws IOException {
        Path folder = Path.of("/proc", Long.toString(pid));
        ProcFile stat = ProcFile.open(folder.resolve("stat"));
        return new LinuxProcess(units, folder.resolve("fd"), stat, openIo(folder.resolve("io")));
    }

    private static @Nullable ProcFile openIo(Path file) {
        try {
            ProcFile io = ProcFile.open(file);
            io.text(); // It can be opened by everybody.
            return io;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public Figures read() throws IOException {
        String text = stat.text();
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
        double readBytes = -1;
        double writeBytes = -1;
        if (io != null) {
            String counts = io.text();
            readBytes = value(counts, "\nread_bytes: ");
            writeBytes = value(counts, "\nwrite_bytes: ") - value(counts, "\ncancelled_write_bytes: ");
        }
        return new Figures(
                Long.parseLong(fields[RSS]) * (double) units.pageBytes(),
                Long.parseLong(fields[VSIZE]),
                (Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME])) / (double) units.ticksPerSecond(),
                Long.parseLong(fields[NUM_THREADS]),
                openFiles(),
                readBytes,
                writeBytes);
    }

    private static long value(String text, String name) {
        int start = text.indexOf(name);
        if (start < 0) {
            return 0;
        }
        int end = text.indexOf('\n', start + 1);
        return Long.parseLong(text.substring(start + name.length(), end < 0 ? text.length() : end));
    }

    /** Linux 6.2 and later have the number as the size of the folder: to list it takes long where there are thousands. */
    private long openFiles() {
        try {
            long size = Files.size(fd);
            return size > 0 ? size : listed();
        } catch (IOException | UncheckedIOException | DirectoryIteratorException e) {
            return -1;
        }
    }

    private long listed() throws IOException {
        long count = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(fd)) {
            for (Path file : files) {
                count += file.getNameCount() > 0 ? 1 : 0;
            }
        }
        return count;
    }

    @Override
    public void close() {
        try (stat;
                io) {
            // Both are closed.
        } catch (IOException e) {
            // Nothing was written.
        }
    }
}
