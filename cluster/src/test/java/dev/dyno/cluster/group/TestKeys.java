package dev.dyno.cluster.group;

import java.nio.file.Path;
import java.util.List;

/** Keys for all tests of this module. They are made once and kept with the build, as each takes a start of keytool. */
final class TestKeys {

    private TestKeys() {}

    /** Folder of a member whose authority has that name. */
    static Path of(String authority) throws GroupException {
        return Keys.make(Path.of("target", "keys", authority).toAbsolutePath(), List.of("any"))
                .get(0);
    }
}
