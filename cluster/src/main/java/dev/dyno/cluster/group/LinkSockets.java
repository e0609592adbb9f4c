package dev.dyno.cluster.group;

import java.net.ServerSocket;
import java.net.Socket;
import org.jgroups.util.DefaultSocketFactory;

/** The sockets of JGroups: nothing goes through them before both sides have shown who they are. */
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
