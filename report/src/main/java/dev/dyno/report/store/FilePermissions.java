package dev.dyno.report.store;

import dev.dyno.model.result.FileReason;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Permissions of stored runs and studies, on file systems that have them: the contents of a load are for its owner only. */
public final class FilePermissions {

    private static final boolean EXIST =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final Set<PosixFilePermission> OWNERS_FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNERS_FILE = PosixFilePermissions.fromString("rw-------");

    private static final int MAX_TWINS = 1000;

    private FilePermissions() {}

    /**
     * Creates a folder that only its owner can enter, and the folder around it if that is missing. If the name is taken, a number
     * is added to it.
     *
     * @throws IOException with a sentence
     */
    public static Path newFolder(Path in, String name) throws IOException {
        try {
            Files.createDirectories(in);
            for (int twin = 1; twin <= MAX_TWINS; twin++) {
                try {
                    return Files.createDirectory(
                            in.resolve(twin == 1 ? name : name + '-' + twin), attributes(OWNERS_FOLDER));
                } catch (FileAlreadyExistsException e) {
                    // The name is taken, for example by another run of this second: try the next number.
                }
            }
        } catch (IOException e) {
            throw ReportFile.failure(in.toString(), e);
        }
        throw new IOException(
                in + ": has " + MAX_TWINS + " folders named " + name + " already. Choose another folder.");
    }

    /**
     * Checks that a folder has no links: in a folder of another user, a link would show or overwrite other files of the reader.
     *
     * @throws RunFolderException with a sentence, if there is a link
     */
    public static void requireNoLinks(Path folder) throws RunFolderException {
        try (Stream<Path> entries = Files.list(folder)) {
            Optional<Path> link = entries.filter(Files::isSymbolicLink).findFirst();
            if (link.isPresent()) {
                throw new RunFolderException(link.get()
                        + ": is a link; the folder of a run or study has only files of its own. Put the file there.");
            }
        } catch (RunFolderException e) {
            throw e;
        } catch (IOException e) {
            throw new RunFolderException(folder + ": cannot be read: " + FileReason.of(e) + ".", e);
        }
    }

    /** Creates a file for its owner only, if it does not exist yet and if its folder is for the owner only. */
    static void prepare(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (EXIST
                && folder != null
                && !Files.exists(file)
                && Files.getPosixFilePermissions(folder).equals(OWNERS_FOLDER)) {
            Files.createFile(file, attributes(OWNERS_FILE));
        }
    }

    private static FileAttribute<?>[] attributes(Set<PosixFilePermission> rights) {
        return EXIST ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(rights)} : new FileAttribute<?>[0];
    }
}
