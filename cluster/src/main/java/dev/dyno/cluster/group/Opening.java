package dev.dyno.cluster.group;

import dev.dyno.driver.TimeSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Builds a member of a group over TCP: its server socket, its admission, and the group. */
record Opening(Member self, Credentials credentials, TimeSource clock, GroupListener listener) {

    private static final int KNOCK_MS = 2000;

    /**
     * Makes the coordinator.
     *
     * @param at listen address
     * @param reachable address for others to connect to
     * @param asked requested address, for the sentence
     */
    Group coordinator(InetSocketAddress at, InetAddress reachable, HostPort asked) throws GroupException {
        final House house = new House(self, Optional.empty());
        final Door door;
        try {
            door = door(at, house);
        } catch (IOException e) {
            throw new GroupException(
                    asked + ": cannot be listened on: " + e.getMessage() + "; give a free port of this machine.", e);
        }
        final JGroupsWire wire = new JGroupsWire(self, door, new Knock(self, credentials), reachable, Optional.empty());
        final GroupCore group = new GroupCore(self, clock, listener, wire);
        house.moveIn(group, door);
        try {
            wire.connect(group);
        } catch (GroupException e) {
            group.close();
            throw e;
        }
        // Not earlier: a connection must find a coordinator.
        door.open();
        return group;
    }

    /**
     * Makes a worker, if a coordinator at the address admits it.
     *
     * @throws TurnedAwayException if it is refused
     * @throws IOException if nothing answers
     */
    Group worker(InetSocketAddress coordinator) throws IOException, GroupException {
        final Knock knock = new Knock(self, credentials);
        final Knock.Opened opened = found(knock, coordinator);
        final House house = new House(self, Optional.of(opened.host()));
        final Door door = door(new InetSocketAddress(opened.from(), 0), house);
        final JGroupsWire wire = new JGroupsWire(self, door, knock, opened.from(), Optional.of(resolved(opened.at())));
        final GroupCore group = new GroupCore(self, clock, listener, wire);
        house.moveIn(group, door);
        door.open();
        boolean isIn = false;
        try {
            isIn = wire.connect(group);
        } finally {
            if (!isIn) {
                group.close();
            }
        }
        if (!isIn) {
            throw new IOException(opened.host() + " let this worker in, and did not take it up");
        }
        return group;
    }

    /** The coordinator by its own address, if it was asked at another: that of a service, or of one of several networks. */
    private static Knock.Opened found(Knock knock, InetSocketAddress asked) throws IOException {
        final Knock.Opened opened = knock.ask(asked, KNOCK_MS);
        if (opened.host().role() != Role.COORDINATOR) {
            throw new TurnedAwayException("there is " + opened.host() + ", which is no coordinator", false);
        }
        final InetSocketAddress own = resolved(opened.at());
        if (own.equals(asked)) {
            return opened;
        }
        try {
            return knock.ask(own, KNOCK_MS);
        } catch (TurnedAwayException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    opened.host() + " says that it is at " + opened.at() + ", where it is not (" + e.getMessage()
                            + "); let it listen on the address that workers reach it by",
                    e);
        }
    }

    private static InetSocketAddress resolved(HostPort at) {
        return new InetSocketAddress(at.host(), at.port());
    }

    private Door door(InetSocketAddress at, House house) throws IOException {
        return new Door(at, new Doorman(self, credentials, house), self.name());
    }
}
