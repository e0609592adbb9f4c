package dev.dyno.cluster.group;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Address, identity and credentials of a process in a group.
 *
 * @param address of the coordinator: where it listens, or where a worker reaches it (a name may resolve later, and to several
 *     addresses)
 * @param name of this process, unique in the group
 * @param version of Dyno; a worker with another version than the coordinator is refused
 * @param keys folder made by {@link Keys}: all connections then use TLS 1.3, with certificates on both sides
 * @param secret that the coordinator and all workers have
 */
public record GroupOptions(
        HostPort address, String name, String version, Optional<Path> keys, Optional<String> secret) {

    public static final int DEFAULT_PORT = 7400;

    /** Maximum length of a name. */
    public static final int MAX_NAME = 60;
}
