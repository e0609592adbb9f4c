package dev.dyno.broker;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Where a broker's configuration, data and log are. A private folder is temporary, only its owner can read it, and it is
 * deleted. A folder that the user named is kept.
 *
 * @param path absolute
 * @param isPrivate whether it is deleted with the broker
 */
record DataFolder(Path path, boolean isPrivate) {

    /** How the names of private folders begin, for {@link Leftovers}. */
    static final String PREFIX = "dyno-broker-";

    private static final int DELETE_ATTEMPTS = 5;

    static DataFolder createPrivate() throws BrokerException {
        try {
            // Files.createTempDirectory gives no rights to anybody else.
            return new DataFolder(Files.createTempDirectory(PREFIX).toAbsolutePath(), true);
        } catch (IOException e) {
            throw new BrokerException(
                    "broker: cannot make a data folder in " + System.getProperty("java.io.tmpdir") + ": " + e
                            + ". Name one by --data.",
                    e);
        }
    }

    /** @throws BrokerException when it is not an empty folder that can be written to, or cannot become one */
    static DataFolder named(Path given) throws BrokerException {
        Path path = given.toAbsolutePath();
        try {
            Files.createDirectories(path);
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
                if (entries.iterator().hasNext()) {
                    throw new BrokerException("broker: the data folder " + given
                            + " is not empty; must be a new or empty folder. Choose another, or empty it.");
                }
            }
            Files.delete(Files.createTempFile(path, "probe", ""));
            return new DataFolder(path, false);
        } catch (IOException e) {
            throw new BrokerException(
                    "broker: the data folder " + given + " cannot be written to (" + e
                            + "); must be a new or empty folder. Choose another.",
                    e);
        }
    }

    Path log() {
        return path.resolve("broker.log");
    }

    /** Such as {@code ext4}; on {@code tmpfs} a write that waits for the disk costs nothing. */
    String fileSystem() {
        try {
            return Files.getFileStore(path).type();
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** Deletes what is in a folder that was empty when it was given to a broker, for another start. */
    void empty() throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                Files.walkFileTree(entry, new Deleter());
            }
        }
    }

    /** Deletes a private folder; does nothing to another. The process that wrote to it must have ended. */
    void delete() throws IOException {
        if (!isPrivate) {
            return;
        }
        for (int attempt = 1; Files.exists(path, LinkOption.NOFOLLOW_LINKS); attempt++) {
            try {
                Files.walkFileTree(path, new Deleter());
            } catch (NoSuchFileException e) {
                // Another is deleting it, too; the next look shows whether it is done.
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
