package dev.dyno.report;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The rights of stored runs, where files have such: what a load was made of is for its owner alone. */
final class Rights {

    private static final boolean EXIST =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final Set<PosixFilePermission> OWNERS_FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNERS_FILE = PosixFilePermissions.fromString("rw-------");

    private Rights() {}

    /** Of a new folder that only its owner enters. */
    static FileAttribute<?>[] ofAFolder() {
        return attributes(OWNERS_FOLDER);
    }

    /** Makes a file that only its owner reads, if it is new, and in a folder that only its owner enters. */
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
