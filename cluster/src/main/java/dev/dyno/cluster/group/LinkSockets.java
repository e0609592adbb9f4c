package dev.dyno.cluster.group;

import java.net.ServerSocket;
import java.net.Socket;
import org.jgroups.util.DefaultSocketFactory;

/** Sockets of JGroups, on which nothing is sent before both sides have authenticated themselves. */
final class LinkSockets extends DefaultSocketFactory {

    private final Door door;
    private final Knock knock;

    LinkSockets(Door door, Knock knock) {
        this.door = door;
        this.knock = knock;
    }

    @Override
    public Socket createSocket(String service) {
        return knock.socket();
    }

    @Override
    public ServerSocket createServerSocket(String service) {
        return door;
    }
}
