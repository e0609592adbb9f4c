package dev.dyno.cluster.group;

import dev.dyno.driver.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The members of a group, and the question of each answer.
 *
 * <p>Assumptions and guarantees: the links call {@link #joined}, {@link #received} and {@link #left} from any thread, for one
 * member in the order of the events. Nothing is sent under the lock.
 */
final class GroupCore implements Group {

    /** Longest wait for the acknowledgement of a goodbye: a busier member notices the closed connection instead. */
    private static final Duration GOODBYE_PATIENCE = Duration.ofMillis(500);

    private final Member self;
    private final TimeSource clock;
    private final GroupListener listener;
    final Links links;
    private final ListenerThreads deliveries;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();

    /** Held while the state below changes, and while the resulting events are queued. */
    private final Object lock = new Object();

    private final TreeSet<Member> members = new TreeSet<>();
    private boolean hasLeft;

    private record Pending(Member of, CompletableFuture<Reply> reply) {}

    /** @param receivedNs arrival, on our clock */
    private record Reply(WireMessage message, long receivedNs) {}

    GroupCore(Member self, TimeSource clock, GroupListener listener, Links links) {
        this.self = self;
        this.clock = clock;
        this.listener = listener;
        this.links = links;
        this.deliveries = new ListenerThreads(self.name());
        members.add(self);
    }

    @Override
    public Member self() {
        return self;
    }

    @Override
    public HostPort address() {
        return links.address();
    }

    @Override
    public List<Member> members() {
        synchronized (lock) {
            return List.copyOf(members);
        }
    }

    @Override
    public byte[] call(Member to, byte[] request, Duration deadline) throws CallFailedException {
        return ask(to, WireMessage.Kind.REQUEST, request, deadline).message().body();
    }

    @Override
    public ClockReading readClock(Member of, Duration deadline) throws CallFailedException {
        final long sentNs = clock.nanoTime();
        final Reply reply = ask(of, WireMessage.Kind.WHAT_TIME, new byte[0], deadline);
        return new ClockReading(sentNs, reply.message().number(), reply.receivedNs());
    }

    @Override
    public void send(Member to, byte[] message) {
        if (isIn(to)) {
            links.send(to, new WireMessage(WireMessage.Kind.MESSAGE, 0, message));
        }
    }

    @Override
    public void leave() {
        final List<Member> others = new ArrayList<>();
        synchronized (lock) {
            if (hasLeft) {
                return;
            }
            hasLeft = true;
            members.stream().filter(other -> !other.equals(self)).forEach(others::add);
        }
        sayGoodbye(others);
        links.disconnect();
        pending.values().forEach(call -> fail(call, "This process has left the group."));
    }

    @Override
    public void close() {
        leave();
        deliveries.close();
        links.close();
    }

    /** Reports a refused connection. */
    void refused(String who, String why) {
        deliveries.inOrder(() -> listener.refused(who, why));
    }

    /** Adds a member; its messages come afterwards. */
    void joined(Member member) {
        synchronized (lock) {
            if (members.add(member)) {
                event(() -> listener.joined(member));
            }
        }
    }

    /** Removes a member, unless it has said goodbye before. */
    void left(Member member, Departure how) {
        synchronized (lock) {
            if (members.contains(member)) {
                remove(member, how);
            }
        }
    }

    /** Handles a message of another member. Does not block. */
    void received(Member from, WireMessage message) {
        switch (message.kind()) {
            case WHAT_TIME -> links.send(from, WireMessage.time(message.id(), clock.nanoTime()));
            case TIME, ANSWER, REFUSAL, HEARD -> {
                final long nowNs = clock.nanoTime();
                final Pending call = pending.get(message.id());
                if (call != null && call.of().equals(from)) {
                    call.reply().complete(new Reply(message, nowNs));
                }
            }
            case HEARTBEAT -> {
                // The link has noticed it.
            }
            default -> {
                synchronized (lock) {
                    if (members.contains(from)) {
                        accept(from, message);
                    }
                }
            }
        }
    }

    /** Handles a message, with the lock held. */
    private void accept(Member from, WireMessage message) {
        switch (message.kind()) {
            case MESSAGE -> event(() -> listener.received(from, message.body()));
            case REQUEST -> deliveries.request(() -> links.send(from, answer(from, message)));
            case GOODBYE -> {
                remove(from, Departure.LEFT);
                deliveries.request(() -> links.send(from, new WireMessage(WireMessage.Kind.HEARD, message.id())));
            }
            default -> throw new IllegalArgumentException("not to be queued: " + message.kind());
        }
    }

    private WireMessage answer(Member from, WireMessage request) {
        try {
            return new WireMessage(WireMessage.Kind.ANSWER, request.id(), listener.answer(from, request.body()));
        } catch (RefusalException e) {
            return WireMessage.refusal(request.id(), String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // The requester must get an answer instead of waiting.
            return WireMessage.refusal(request.id(), e.toString());
        }
    }

    /** Removes a member, with the lock held. */
    private void remove(Member member, Departure how) {
        members.remove(member);
        event(() -> listener.left(member, how));
        for (final Pending call : pending.values()) {
            if (call.of().equals(member)) {
                fail(call, gone(member, how));
            }
        }
    }

    /** Queues an event, with the lock held. */
    private void event(Runnable event) {
        if (!hasLeft) {
            deliveries.inOrder(event);
        }
    }

    private boolean isIn(Member member) {
        synchronized (lock) {
            return !hasLeft && members.contains(member);
        }
    }

    private Reply ask(Member to, WireMessage.Kind kind, byte[] body, Duration deadline) throws CallFailedException {
        final long id = ids.incrementAndGet();
        final Pending call = new Pending(to, new CompletableFuture<>());
        synchronized (lock) {
            if (hasLeft) {
                throw new CallFailedException("This process has left the group.");
            }
            if (!members.contains(to)) {
                throw new CallFailedException("There is no " + to + " in the group any more.");
            }
            pending.put(id, call);
        }
        try {
            links.send(to, new WireMessage(kind, id, body));
            final Reply reply = call.reply().get(deadline.toNanos(), TimeUnit.NANOSECONDS);
            if (reply.message().kind() == WireMessage.Kind.REFUSAL) {
                throw new CallFailedException(to + ": " + reply.message().text());
            }
            return reply;
        } catch (TimeoutException e) {
            throw new CallFailedException("No answer from " + to + " in " + Texts.seconds(deadline) + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallFailedException("The call to " + to + " was given up.", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CallFailedException failed) {
                throw failed;
            }
            throw new CallFailedException("The call to " + to + " failed: " + e.getCause(), e);
        } finally {
            pending.remove(id);
        }
    }

    private void sayGoodbye(List<Member> others) {
        final List<CompletableFuture<Reply>> heard = new ArrayList<>();
        for (final Member other : others) {
            final long id = ids.incrementAndGet();
            final Pending call = new Pending(other, new CompletableFuture<>());
            heard.add(call.reply());
            pending.put(id, call);
            links.send(other, new WireMessage(WireMessage.Kind.GOODBYE, id));
        }
        try {
            CompletableFuture.allOf(heard.toArray(CompletableFuture[]::new))
                    .get(GOODBYE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return; // The other members will notice the closed connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void fail(Pending call, String sentence) {
        call.reply().completeExceptionally(new CallFailedException(sentence));
    }

    private static String gone(Member member, Departure how) {
        return switch (how) {
            case LEFT -> member + " has left the group.";
            case CRASHED -> member + " has closed its connection without a goodbye.";
            case SILENT -> member + " is silent: it is frozen, or cut off.";
        };
    }
}
