package dev.dyno.cluster.group;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.UUID;

/**
 * A process in a group.
 *
 * @param name unique in the group at any time
 * @param version of Dyno; the same in all members of a group
 * @param host name of the machine, for users
 * @param pid of the process, on that machine
 * @param id globally unique: a process that has left and joins again is another member
 */
public record Member(String name, Role role, String version, String host, long pid, String id)
        implements Comparable<Member> {

    private static final Comparator<Member> ORDER =
            Comparator.comparing(Member::role).thenComparing(Member::name).thenComparing(Member::id);

    static Member self(String name, Role role, String version) {
        final String id = UUID.randomUUID().toString();
        return new Member(
                name, role, version, ownHost(), ProcessHandle.current().pid(), id);
    }

    public static String ownHost() {
        try {
            // Without a name service, InetAddress does not know the name.
            final String name =
                    Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            if (!name.isEmpty()) {
                return name;
            }
        } catch (IOException e) {
            // Not on Linux.
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }

    /** Order: the coordinator first, then the workers by name. */
    @Override
    public int compareTo(Member other) {
        return ORDER.compare(this, other);
    }

    /** Words for a sentence: "worker a on host-1 (pid 4711)". */
    @Override
    public String toString() {
        return (role == Role.COORDINATOR ? "the coordinator " : "worker ") + name + " on " + host + " (pid " + pid
                + ")";
    }
}
