package dev.dyno.cluster.group;

import java.nio.file.Path;
import java.util.List;

/** Makes and reads the certificates by which members of a group know each other. */
public final class Keys {

    private Keys() {}

    /**
     * Makes a certificate authority in a folder, and a folder with a key and a certificate of it for each name; a name that
     * has one keeps it, and an authority that is there is used.
     *
     * @param folder is created if it is not there
     * @param names of machines or workers; letters, digits, dots and dashes
     * @return the folders to give to the members, in the order of the names
     * @throws GroupException if they cannot be made
     */
    public static List<Path> make(Path folder, List<String> names) throws GroupException {
        throw new GroupException(folder + ": keys cannot be made yet.");
    }
}
