package dev.dyno.broker.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Private data folders whose tool has died, and the brokers in them. Usually {@link ProgramWatch} ends and deletes them; this
 * class is for those whose watch was killed together with the tool.
 */
final class Leftovers {

    /** Tolerance of start times: they are derived from the boot time, which moves when the clock is set. */
    private static final Duration SAME_START = Duration.ofSeconds(2);

    private static final long KILL_MILLIS = 500;

    /** PID namespace of this process, in which its ids are valid: each container has its own. Empty if the system has none. */
    private static final String NAMESPACE = namespace();

    private Leftovers() {}

    /** Ends and deletes what dead tools left. Folders of other users and of other containers stay. */
    static void sweep() {
        sweepAll(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Ends and deletes what dead tools left in the private folders of a folder. */
    static void sweepAll(Path parent) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, DataFolder.PREFIX + "*")) {
            for (Path folder : folders) {
                sweep(folder);
            }
        } catch (IOException e) {
            // The folder for temporary files can be written to, but not listed: what others left there stays.
        }
    }

    private static void sweep(Path folder) {
        try {
            if (!isOurs(folder)) {
                return;
            }
            // A folder without a mark is just being made, or deleted by its broker.
            List<String> processes =
                    DataMark.read(folder).map(DataMark::processes).orElse(List.of());
            if (processes.isEmpty()
                    || !processes.get(0).endsWith(NAMESPACE)
                    || running(processes.get(0)).isPresent()) {
                return;
            }
            List<ProcessHandle> left = new ArrayList<>();
            for (String line : processes.subList(1, processes.size())) {
                running(line).ifPresent(process -> left.addAll(ProcessTree.of(process)));
            }
            ProcessTree.kill(left);
            for (ProcessHandle process : left) {
                awaitExit(process);
            }
            new DataFolder(folder, true).delete();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            // The folder may be unreadable, or its processes not ours: that must not fail the present start.
        }
    }

    /** Checks that this user made the folder: another user can make one with the prefix, and name any process in its mark. */
    private static boolean isOurs(Path folder) throws IOException {
        PosixFileAttributes found = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return found.isDirectory()
                && found.permissions().equals(DataFolder.OWNER_ONLY)
                && found.owner()
                        .equals(folder.getFileSystem()
                                .getUserPrincipalLookupService()
                                .lookupPrincipalByName(System.getProperty("user.name", "")));
    }

    private static String namespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    /** Waits briefly: some systems take seconds to remove an ended process, and the deletion copes with a living one. */
    private static void awaitExit(ProcessHandle process) throws InterruptedException, ExecutionException {
        try {
            process.onExit().get(KILL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // The process ends all the same: SIGKILL cannot be ignored.
        }
    }

    /** Identities of the tool and of the processes of its broker; each has a start time, because process ids are reused. */
    static List<String> identities(List<ProcessHandle> processes) {
        List<String> lines = new ArrayList<>();
        lines.add(identity(ProcessHandle.current()));
        processes.forEach(process -> lines.add(identity(process)));
        return lines;
    }

    /** Process id, start time and namespace, for {@link #running}. */
    private static String identity(ProcessHandle process) {
        return process.pid() + " "
                + process.info().startInstant().orElse(Instant.EPOCH).toEpochMilli() + " " + NAMESPACE;
    }

    /** The process of the line, if it still runs. */
    static Optional<ProcessHandle> running(String line) {
        String[] words = line.split(" ", -1);
        long pid = Long.parseLong(words[0]);
        Instant start = Instant.ofEpochMilli(Long.parseLong(words[1]));
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(process -> process.info()
                .startInstant()
                .map(actual -> Duration.between(start, actual).abs().compareTo(SAME_START) < 0)
                .orElse(true));
    }
}
