package dev.dyno.cluster.group;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.DiagnosticsHandler;

/**
 * TCP transport that knows how members left, and sends them nothing more.
 *
 * <p>Messages left over for such a member would open a connection to it; if it is frozen, that takes seconds, during which the
 * others miss the heartbeat of this member.
 */
final class LinkTransport extends TCP {

    private final Set<Address> closed = ConcurrentHashMap.newKeySet();
    private final Set<Address> left = ConcurrentHashMap.newKeySet();
    private final Map<Address, Departure> gone = new ConcurrentHashMap<>();
    private volatile Predicate<Address> hasSaidGoodbye = member -> false;

    /** Sets the members that have said goodbye, which still wait for an answer of JGroups. */
    void setGoodbyes(Predicate<Address> goodbyes) {
        hasSaidGoodbye = goodbyes;
    }

    /** Why a former member left. */
    Departure departure(Address member) {
        return gone.getOrDefault(member, Departure.SILENT);
    }

    @Override
    public Object down(Event event) {
        // The creator of a view passes it down twice, first before the connections of former members are closed.
        if (event.getType() == Event.VIEW_CHANGE || event.getType() == Event.TMP_VIEW) {
            note(event.<View>getArg().getMembers());
        }
        return super.down(event);
    }

    private void note(Collection<Address> now) {
        for (final Address member : members) {
            if (!now.contains(member)) {
                final PhysicalAddress where = getPhysicalAddressFromCache(member);
                if (where == null) {
                    continue;
                }
                final boolean isClosed = closed.remove(where) && !srv.connectionEstablishedTo(where);
                gone.put(member, isClosed ? Departure.CRASHED : Departure.SILENT);
                if (!hasSaidGoodbye.test(member)) {
                    left.add(where);
                }
            }
        }
    }

    @Override
    public void connectionClosed(Connection connection) {
        if (!connection.isClosedGracefully()) {
            closed.add(connection.peerAddress());
        }
        super.connectionClosed(connection);
    }

    @Override
    public void send(Address to, byte[] data, int offset, int length) throws Exception {
        if (!left.contains(to)) {
            super.send(to, data, offset, length);
        }
    }

    /** Disables it, because it would listen on a port of its own. */
    @Override
    public DiagnosticsHandler createDiagnosticsHandler() {
        return super.createDiagnosticsHandler().setEnabled(false);
    }
}
