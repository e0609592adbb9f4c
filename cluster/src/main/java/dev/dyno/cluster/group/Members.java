package dev.dyno.cluster.group;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** Descriptions of this process. */
final class Members {

    private Members() {}

    static Member self(String name, Role role, String version) {
        return new Member(
                name, role, version, host(), ProcessHandle.current().pid(), UUID.randomUUID().toString());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "an unnamed machine";
        }
    }
}
