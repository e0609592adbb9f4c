package dev.dyno.cluster.group;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Descriptions of this process. */
final class Members {

    private Members() {}

    static Member self(String name, Role role, String version) {
        return new Member(
                name,
                role,
                version,
                host(),
                ProcessHandle.current().pid(),
                UUID.randomUUID().toString());
    }

    /** Code of a role in messages. */
    static byte code(Role role) {
        return (byte) (role == Role.COORDINATOR ? 0 : 1);
    }

    static Role role(byte code) {
        return code == 0 ? Role.COORDINATOR : Role.WORKER;
    }

    private static String host() {
        try {
            // Without a name service, InetAddress does not know the name.
            final String name =
                    Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            if (!name.isEmpty()) {
                return name;
            }
        } catch (IOException e) {
            // No Linux.
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "an unnamed machine";
        }
    }
}
