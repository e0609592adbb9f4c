package dev.dyno.cluster.group;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jgroups.util.DefaultThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Frames over JGroups: one TCP port, no multicast, no serialization of Java. Only membership, failure detection and reliable
 * ordered messages of JGroups are used.
 */
final class JGroupsWire implements Wire, Receiver {

    private static final String CLUSTER = "dyno";

    /** Interval of heartbeats, in ms. */
    private static final long HEARTBEAT_MS = 500;

    /** Silence in ms after which a member is asked once more, and then counts as lost. */
    private static final long SILENCE_MS = 2500;

    private static final long LAST_QUESTION_MS = 200;
    private static final int CONNECT_MS = 1000;

    /** Join timeout of a coordinator, in ms, which need not look for others. */
    private static final long COORDINATORS_JOIN_MS = 1;

    /** Wait of a worker for an answer of the coordinator, which has just admitted it, in ms; it asks more than once. */
    private static final long WORKERS_JOIN_MS = 3000;

    private static final int WORKERS_QUESTIONS = 3;
    private static final long LEAVE_MS = 1000;
    private static final long VIEW_MS = 1000;

    // The first connection of a process loads this class, and nothing of JGroups before it.
    static {
        LogFactory.setCustomLogFactory(QuietLog.FACTORY);
    }

    private final HostPort address;
    private final LinkTransport transport;
    private final JChannel channel;
    private final Door door;
    private final Map<String, Address> addresses = new ConcurrentHashMap<>();
    private volatile @Nullable GroupCore core;

    /**
     * Connects to nothing yet.
     *
     * @param bound address for others to connect to
     * @param coordinator of a worker
     */
    JGroupsWire(Member self, Door door, Knock knock, InetAddress bound, Optional<InetSocketAddress> coordinator)
            throws GroupException {
        this.address = new HostPort(bound.getHostAddress(), door.getLocalPort());
        this.door = door;
        this.transport = transport(self, bound, door, knock);
        final TCPPING discovery = new TCPPING().portRange(0);
        // Never empty: JGroups would then search ports of this machine.
        discovery.initialHosts(List.of(coordinator.orElse(new InetSocketAddress(bound, door.getLocalPort()))));
        discovery.numDiscoveryRuns(coordinator.isPresent() ? WORKERS_QUESTIONS : 1);
        final GMS membership = new GMS()
                .setJoinTimeout(coordinator.isPresent() ? WORKERS_JOIN_MS : COORDINATORS_JOIN_MS)
                .setLeaveTimeout(LEAVE_MS)
                .setViewAckCollectionTimeout(VIEW_MS)
                .printLocalAddress(false);
        try {
            this.channel = new JChannel(List.<Protocol>of(
                    transport,
                    discovery,
                    // Not FD_SOCK2, which would listen on a second port in plain text. The transport notices closed
                    // connections.
                    new FD_ALL3().<FD_ALL3>setTimeout(SILENCE_MS).setInterval(HEARTBEAT_MS),
                    new VERIFY_SUSPECT2().setTimeout(LAST_QUESTION_MS),
                    new NAKACK2().useMcastXmit(false),
                    new UNICAST3(),
                    new STABLE(),
                    membership,
                    new FRAG2()));
        } catch (Exception e) { // The only exception that JGroups declares.
            throw new GroupException("The group cannot be set up: " + e, e);
        }
        final Address own = GroupAddresses.of(self);
        channel.addAddressGenerator(() -> own);
        channel.setName(self.name());
        channel.setReceiver(this);
    }

    private static LinkTransport transport(Member self, InetAddress bound, Door door, Knock knock) {
        final LinkTransport transport = new LinkTransport();
        transport.setSocketFactory(new LinkSockets(door, knock));
        transport.setBindAddr(bound);
        transport.setBindPort(door.getLocalPort());
        transport.setPortRange(0);
        transport.useVirtualThreads(false);
        transport.setThreadFactory(new DefaultThreadFactory("dyno-link-" + self.name(), true, true));
        transport.tcpNodelay(true);
        final PerDestinationBundler sender = new PerDestinationBundler();
        // One thread for all members would wait for the slowest.
        sender.useSingleSenderThread(false);
        transport.setBundler(sender);
        transport.enableSuspectEvents(true);
        transport.setSockConnTimeout(CONNECT_MS);
        return transport;
    }

    /**
     * Joins.
     *
     * @return whether the coordinator is a member; if not, this must be closed
     */
    boolean connect(GroupCore whom) throws GroupException {
        core = whom;
        transport.setGoodbyes(address ->
                GroupAddresses.member(address).filter(whom::hasDeparted).isPresent());
        try {
            channel.connect(CLUSTER);
        } catch (Exception e) { // The only exception that JGroups declares.
            throw new GroupException("The group cannot be joined: " + e, e);
        }
        return whom.members().stream().anyMatch(member -> member.role() == Role.COORDINATOR);
    }

    @Override
    public HostPort address() {
        return address;
    }

    @Override
    public void send(Member to, WireMessage frame) {
        final Address destination = addresses.get(to.id());
        if (destination == null) {
            return;
        }
        final Message message = new BytesMessage(destination, frame.toBytes());
        if (frame.isUrgent()) {
            message.setFlag(Message.Flag.OOB, Message.Flag.DONT_BUNDLE);
        }
        try {
            channel.send(message);
        } catch (Exception e) { // The channel is closed, and pending calls fail.
            return;
        }
    }

    @Override
    public void viewAccepted(View view) {
        final GroupCore group = core;
        if (group == null) {
            return;
        }
        final List<Member> now = view.getMembers().stream()
                .flatMap(one -> {
                    final Optional<Member> member = GroupAddresses.member(one);
                    member.ifPresent(known -> addresses.put(known.id(), one));
                    return member.stream();
                })
                .toList();
        group.members(now, gone -> {
            final Address address = addresses.remove(gone.id());
            return address == null ? Departure.CRASHED : transport.departure(address);
        });
    }

    @Override
    public void receive(Message message) {
        final Optional<Member> from = GroupAddresses.member(message.getSrc());
        final GroupCore group = core;
        if (group != null && from.isPresent() && message instanceof BytesMessage && message.hasArray()) {
            addresses.putIfAbsent(from.get().id(), message.getSrc());
            group.received(from.get(), WireMessage.read(message.getArray(), message.getOffset(), message.getLength()));
        }
    }

    @Override
    public void disconnect() {
        channel.disconnect();
    }

    @Override
    public void close() {
        channel.close();
        try {
            door.close();
        } catch (IOException e) {
            return; // Already closed.
        }
    }
}
