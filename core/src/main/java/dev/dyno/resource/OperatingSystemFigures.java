package dev.dyno.resource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the figures of processes and of the host come from: /proc, or where there is none, a library that knows other systems. */
interface OperatingSystemFigures {

    /** @throws IOException when there is no such process */
    ProcessFigures process(long pid) throws IOException;

    /** @throws IOException when nothing can be read */
    HostFigures host() throws IOException;

    static OperatingSystemFigures ofThisHost() {
        // Reading /proc costs a fifteenth of the library, which asks for much that is not needed here.
        return Files.isReadable(Path.of("/proc/self/stat")) ? new LinuxFigures() : new OshiFigures();
    }

    /** Linux. */
    final class LinuxFigures implements OperatingSystemFigures {

        private final ProcUnits units = ProcUnits.read();

        @Override
        public ProcessFigures process(long pid) throws IOException {
            return LinuxProcess.open(pid, units);
        }

        @Override
        public HostFigures host() throws IOException {
            return LinuxHost.open(units);
        }
    }
}
