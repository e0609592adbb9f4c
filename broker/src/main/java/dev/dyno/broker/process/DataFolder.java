package dev.dyno.broker.process;

import dev.dyno.model.result.FileReason;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Folder of a broker's configuration, data and log. A private folder is temporary, only its owner can read it, and it is deleted.
 * A folder that the user named is kept.
 *
 * @param path absolute
 * @param isPrivate whether it is deleted with the broker
 * @param mark mark of an earlier broker in a folder that the user named; empty = there was none
 */
record DataFolder(Path path, boolean isPrivate, Optional<DataMark> mark) {

    /** Prefix of the names of private folders, for {@link Leftovers}. */
    static final String PREFIX = "dyno-broker-";

    private static final String OWNER = "rwx------";

    static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString(OWNER);

    /** Free disk space in MiB that a broker needs: with less than 50 MB, RabbitMQ takes no messages. */
    private static final int NEEDED_MIB = 64;

    private static final int DELETE_ATTEMPTS = 5;

    /** Longest wait in s for the end of a process that a dead tool left: longer than {@link ProgramWatch} lets a broker stop. */
    private static final long END_SECONDS = 15;

    DataFolder(Path path, boolean isPrivate) {
        this(path, isPrivate, Optional.empty());
    }

    /** Private folder that has only a name yet: the code that deletes it must know it before it exists, see {@link #make}. */
    static DataFolder newPrivate() {
        String name = PREFIX + Long.toUnsignedString(new SecureRandom().nextLong());
        return new DataFolder(
                Path.of(System.getProperty("java.io.tmpdir"), name).toAbsolutePath(), true);
    }

    /** Makes a private folder; a folder named by the user already exists. Fails if the disk has too little free space. */
    void make() throws BrokerException {
        String other = isPrivate ? "Name another one by JAVA_ARGS=-Djava.io.tmpdir=FOLDER." : "Choose another.";
        try {
            if (isPrivate) {
                Files.createDirectory(path, ownerOnly(OWNER));
            }
        } catch (IOException e) {
            throw new BrokerException(
                    "broker: cannot make a data folder in " + System.getProperty("java.io.tmpdir") + ": "
                            + FileReason.of(e) + ". " + other,
                    e);
        }
        Optional<String> lack = lackOfRoom();
        if (lack.isPresent()) {
            throw new BrokerException("broker: " + lack.get() + ". Make room there. " + other);
        }
    }

    /** Sentence that the disk has too little free space for a broker; empty if it has enough. */
    Optional<String> lackOfRoom() {
        double mib = path.toFile().getUsableSpace() / (double) (1 << 20);
        if (mib >= NEEDED_MIB || !Files.exists(path)) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "only %.1f MiB are free on the disk of the data folder %s; %d MiB or more are needed",
                mib,
                path,
                NEEDED_MIB));
    }

    /** Attributes that give a new file or folder these permissions; none where the system has no POSIX permissions. */
    static FileAttribute<?>[] ownerOnly(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * Folder named by the user; a new one can be read by its owner only. A folder that this broker has used before is used again,
     * after ending processes that a dead tool has left running in it.
     *
     * @param broker recipe and version
     * @throws BrokerException when the folder has other content, is in use, or cannot be made or written to
     */
    static DataFolder named(Path given, String broker) throws BrokerException, InterruptedException {
        Path path = given.toAbsolutePath();
        try {
            Files.createDirectories(path, ownerOnly(OWNER));
            Optional<DataMark> mark = DataMark.read(path);
            if (mark.isPresent()) {
                requireSame(given, mark.get().broker(), broker);
                endWhatADeadToolLeft(given, mark.get().processes());
            } else if (!isEmpty(path)) {
                throw new BrokerException("broker: the data folder " + given + " is not empty; must be new, empty, or"
                        + " one that " + broker + " has used before. Choose another, or empty it.");
            }
            Files.delete(Files.createTempFile(path, "probe", ""));
            return new DataFolder(path, false, mark);
        } catch (IOException e) {
            throw new BrokerException(
                    "broker: the data folder " + given + " cannot be written to (" + FileReason.of(e)
                            + "); must be a new or empty folder. Choose another.",
                    e);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            return !entries.iterator().hasNext();
        }
    }

    private static void requireSame(Path folder, String found, String wanted) throws BrokerException {
        if (!found.equals(wanted)) {
            throw new BrokerException("broker: the data folder " + folder + " is that of " + found + ", and this is "
                    + wanted + ". Choose another, or start " + found.replace(' ', ':') + ".");
        }
    }

    private static void endWhatADeadToolLeft(Path folder, List<String> processes)
            throws BrokerException, InterruptedException {
        if (processes.isEmpty()) {
            return;
        }
        Optional<ProcessHandle> tool = Leftovers.running(processes.get(0));
        for (String line : processes.subList(1, processes.size())) {
            Optional<ProcessHandle> process = Leftovers.running(line);
            if (process.isPresent() && tool.isPresent()) {
                throw new BrokerException("broker: the data folder " + folder + " is in use by the broker in process "
                        + process.get().pid() + ". Choose another, or stop that broker.");
            } else if (process.isPresent()) {
                end(process.get());
            }
        }
    }

    private static void end(ProcessHandle process) throws InterruptedException {
        List<ProcessHandle> tree = ProcessTree.of(process);
        process.destroy();
        try {
            process.onExit().get(END_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // The processes are then killed.
        }
        ProcessTree.kill(tree);
    }

    Path log() {
        return path.resolve("broker.log");
    }

    /** Type of the folder's file system, for example {@code ext4}; on {@code tmpfs}, forcing a write to disk costs nothing. */
    String fileSystem() {
        try {
            return Files.getFileStore(path).type();
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** Deletes the content of a folder that was empty when the broker got it, for another start. */
    void empty() throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                Files.walkFileTree(entry, new Deleter());
            }
        }
    }

    /** Deletes a private folder; keeps one that the user named. The process that wrote to it must have ended. */
    void delete() throws IOException {
        if (!isPrivate) {
            return;
        }
        for (int attempt = 1; Files.exists(path, LinkOption.NOFOLLOW_LINKS); attempt++) {
            try {
                Files.walkFileTree(path, new Deleter());
            } catch (NoSuchFileException e) {
                // Another process is deleting it, too; the next try shows whether it is gone.
            } catch (IOException e) {
                if (attempt >= DELETE_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static final class Deleter extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
