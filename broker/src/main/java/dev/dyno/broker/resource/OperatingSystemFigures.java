package dev.dyno.broker.resource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Source of the figures of processes and of the host: /proc or, where there is none, the library OSHI for other systems. */
interface OperatingSystemFigures {

    /** @throws IOException when there is no such process */
    ProcessFigures process(long pid) throws IOException;

    /** @throws IOException when nothing can be read */
    FigureReader host() throws IOException;

    /** A number that changes whenever a process may have been started, so that looking for children is worthwhile. */
    long births();

    static OperatingSystemFigures ofThisHost() {
        // Reading /proc takes a fifteenth of the time of the library, which reads much that is not needed here.
        return Files.isReadable(Path.of("/proc/self/stat")) ? new LinuxFigures() : new OshiFigures();
    }

    final class LinuxFigures implements OperatingSystemFigures {

        private final ProcUnits units = ProcUnits.read();
        private final Path proc;
        private long looks;

        LinuxFigures() {
            this(Path.of("/proc"));
        }

        LinuxFigures(Path proc) {
            this.proc = proc;
        }

        @Override
        public ProcessFigures process(long pid) throws IOException {
            return LinuxProcess.open(proc, pid, units);
        }

        /** Id of the newest process or thread, see proc_loadavg(5); if it cannot be read, another number at each call. */
        @Override
        public long births() {
            try {
                String load = Files.readString(proc.resolve("loadavg")).strip();
                return Long.parseLong(load.substring(load.lastIndexOf(' ') + 1));
            } catch (IOException | NumberFormatException e) {
                return --looks;
            }
        }

        @Override
        public FigureReader host() throws IOException {
            return new LinuxHost(proc, units);
        }
    }
}
