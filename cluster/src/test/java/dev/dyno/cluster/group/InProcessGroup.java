package dev.dyno.cluster.group;

import dev.dyno.driver.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A group whose members are all in this process.
 *
 * <p>Assumptions and guarantees: those of {@link Group}. Nothing is copied: whoever hands bytes over must not change them.
 */
public final class InProcessGroup implements Group {

    private static final HostPort NOWHERE = new HostPort("in-process", 0);

    private final Hub hub;
    private final GroupCore core;

    /** State shared by the members. */
    private static final class Hub {

        private final Map<Member, GroupCore> cores = new LinkedHashMap<>();

        synchronized void join(Member member, GroupCore core) throws GroupException {
            if (cores.keySet().stream().anyMatch(other -> other.name().equals(member.name()))) {
                throw new GroupException(JoinRefusals.nameTaken(member.name()));
            }
            neighbours(member).forEach(other -> {
                core.joined(other);
                Objects.requireNonNull(cores.get(other)).joined(member);
            });
            cores.put(member, core);
        }

        synchronized void remove(Member member, Departure how) {
            final GroupCore removed = cores.remove(member);
            if (removed != null) {
                neighbours(member).forEach(other -> {
                    Objects.requireNonNull(cores.get(other)).left(member, how);
                    removed.left(other, how);
                });
            }
        }

        synchronized void send(Member from, Member to, WireMessage message) {
            final GroupCore core = cores.get(to);
            if (core != null && cores.containsKey(from)) {
                core.received(from, message);
            }
        }

        /** Neighbours in a star: the workers of the coordinator, and the coordinator of a worker. */
        private List<Member> neighbours(Member member) {
            return cores.keySet().stream()
                    .filter(other -> other.role() != member.role())
                    .toList();
        }
    }

    private InProcessGroup(Hub hub, Member self, TimeSource clock, GroupListener listener) {
        this.hub = hub;
        this.core = new GroupCore(self, clock, listener, new Wire() {
            @Override
            public HostPort address() {
                return NOWHERE;
            }

            @Override
            public void send(Member to, WireMessage message) {
                hub.send(self, to, message);
            }

            @Override
            public void disconnect() {
                hub.remove(self, Departure.LEFT);
            }

            @Override
            public void close() {
                disconnect();
            }
        });
    }

    /** Opens a group as its coordinator. */
    public static InProcessGroup listen(String name, String version, TimeSource clock, GroupListener listener) {
        final Member self = Member.self(name, Role.COORDINATOR, version);
        final InProcessGroup opened = new InProcessGroup(new Hub(), self, clock, listener);
        try {
            opened.hub.join(self, opened.core);
        } catch (GroupException e) {
            throw new IllegalStateException("the first one has no other beside it", e);
        }
        return opened;
    }

    /**
     * Joins the group of this member as a worker.
     *
     * @param clock of the worker; another one than the coordinator's where clocks are to differ
     * @throws GroupException if the name is taken
     */
    public InProcessGroup join(String name, TimeSource clock, GroupListener listener) throws GroupException {
        final Member member = Member.self(name, Role.WORKER, self().version());
        final InProcessGroup joined = new InProcessGroup(hub, member, clock, listener);
        try {
            hub.join(member, joined.core);
        } catch (GroupException e) {
            joined.close();
            throw e;
        }
        return joined;
    }

    /** Goes without a goodbye, as others see it when a process ends or a cable is cut; this member sees the others go so too. */
    public void vanish(Departure how) {
        hub.remove(self(), how);
    }

    @Override
    public Member self() {
        return core.self();
    }

    @Override
    public HostPort address() {
        return core.address();
    }

    @Override
    public List<Member> members() {
        return core.members();
    }

    @Override
    public byte[] call(Member to, byte[] request, Duration deadline) throws CallFailedException {
        return core.call(to, request, deadline);
    }

    @Override
    public void send(Member to, byte[] message) {
        core.send(to, message);
    }

    @Override
    public ClockReading readClock(Member of, Duration deadline) throws CallFailedException {
        return core.readClock(of, deadline);
    }

    @Override
    public void leave() {
        core.leave();
    }

    @Override
    public void close() {
        core.close();
    }
}
