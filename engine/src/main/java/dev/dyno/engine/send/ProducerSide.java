package dev.dyno.engine.send;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.Producer;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.engine.record.Clients;
import dev.dyno.engine.record.EndpointSpecs;
import dev.dyno.engine.record.Envelope;
import dev.dyno.engine.record.HostClock;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.ReplaceableConnection;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.RunControl;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.pace.Seeds;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.KeyDistribution;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.ProducerGroup.OnSendFailure;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The connections, producers and loops of a run's producer groups.
 *
 * <p>Assumptions and guarantees: one thread at a time.
 */
public final class ProducerSide {

    /**
     * Maximum number of recorders shared by blocking loops: histograms are large, and blocking sends are slow enough to share.
     */
    private static final int MAX_SHARED_RECORDERS = 16;

    /** Numbers that make the seeds for keys and for payloads differ from the one for sizes. */
    private static final long KEY_DRAWS = 1;

    private static final long PAYLOAD_DRAWS = 2;

    private final RunContext run;
    private final RunPlan plan;
    private final Clients clients;
    private final Supplier<List<ReplaceableConnection>> consumersLinks;

    private final List<ReplaceableConnection> links = new ArrayList<>();
    private final List<Runnable> closing = new ArrayList<>();
    public final List<SendTask> tasks = new ArrayList<>();
    public final List<Recorder> recorders = new ArrayList<>();
    /** Destinations that this worker's producers send to. */
    private final Set<Destination> produced = new HashSet<>();

    private int size;

    /**
     * @param clients open before {@link #open}
     * @param consumersLinks connections of consumers, which producers may use; called once they are open
     */
    public ProducerSide(RunContext run, Clients clients, Supplier<List<ReplaceableConnection>> consumersLinks) {
        this.run = run;
        plan = run.plan();
        this.clients = clients;
        this.consumersLinks = consumersLinks;
    }

    /** Opens the connections and producers of the load, unless the run ends first. */
    public void open() throws DriverException {
        int firstNumber = 0;
        for (ProducerGroup group : plan.workload().producers()) {
            new GroupBuilder(group, firstNumber).build();
            firstNumber += group.size();
        }
    }

    /** Makes the producers of one group. */
    private final class GroupBuilder {

        private final ProducerGroup group;
        /** Number of the group's first producer; producers are numbered over all groups. */
        private final int firstNumber;

        private final int firstId;
        private final MessageKey[] keys;
        private final Optional<KeyDistribution.Samplers> keySamplers;
        private final List<ReplaceableConnection> sharedLinks = new ArrayList<>();
        /** Loops of asynchronous producers, by sending thread. */
        private final List<SendLoop> loops = new ArrayList<>();
        /** Recorders that blocking loops share. */
        private final List<Recorder> sharedRecorders = new ArrayList<>();
        /** Payloads by sending thread. */
        private final List<PayloadCursor> payloads = new ArrayList<>();

        GroupBuilder(ProducerGroup group, int firstNumber) {
            this.group = group;
            this.firstNumber = firstNumber;
            firstId = plan.producerIdBase() + firstNumber;
            keys = group.message().keys().map(OutgoingKeys::table).orElseGet(() -> new MessageKey[0]);
            keySamplers = group.message().keys().map(KeyDistribution::samplers);
        }

        void build() throws DriverException {
            int[] here = IntStream.range(0, group.size())
                    .filter(i -> plan.share().hasProducer(firstNumber + i))
                    .toArray();
            int threads = group.mode() == SendMode.ASYNC ? Math.min(group.threads(), here.length) : here.length;
            for (int local = 0; local < here.length && !run.control().isOver(); local++) {
                int thread = local % threads;
                if (thread == payloads.size()) {
                    // Each worker has payloads of its own, because the number of its first producer differs.
                    long seed = Seeds.derive(plan.workload().seed(), firstId + here[0]);
                    payloads.add(PayloadCursor.of(
                            group.message(), new Slice(thread, threads), Seeds.derive(seed, PAYLOAD_DRAWS)));
                }
                MessageStream outgoing = outgoing(here[local], payloads.get(thread));
                produced.add(outgoing.destination);
                size++;
                ReplaceableConnection link = linkFor(local);
                int bodyHead = payloads.get(thread).count() == 1 ? Envelope.BYTES : ProducerSpec.WHOLE_BODY;
                ProducerSpec spec = EndpointSpecs.producer(group, outgoing.destination, group.mode(), bodyHead);
                Sender sender = group.mode() == SendMode.ASYNC
                        ? asyncSender(thread, outgoing, spec)
                        : blockingSender(local, outgoing, spec, link);
                closing.add(sender::close);
                link.add(sender);
                run.calls().connected();
            }
            tasks.addAll(loops);
        }

        private Sender asyncSender(int thread, MessageStream outgoing, ProducerSpec spec) {
            if (thread == loops.size()) {
                long drainNs = plan.workload().phases().drain().toNanos();
                loops.add(new SendLoop(contextWith(newRecorder()), Math.max(drainNs, RunControl.IDLE_NS)));
            }
            return loops.get(thread).add(outgoing, spec);
        }

        private Sender blockingSender(
                int local, MessageStream outgoing, ProducerSpec spec, ReplaceableConnection link) {
            if (sharedRecorders.size() < MAX_SHARED_RECORDERS) {
                sharedRecorders.add(newRecorder());
            }
            Recorder recorder = sharedRecorders.get(local % MAX_SHARED_RECORDERS);
            BlockingSendLoop loop = new BlockingSendLoop(contextWith(recorder), outgoing, spec, link);
            tasks.add(loop);
            return loop.sender;
        }

        private Recorder newRecorder() {
            Recorder recorder = new Recorder(run.timeline(), run.faultLog(), group.name());
            recorders.add(recorder);
            return recorder;
        }

        private SendContext contextWith(Recorder recorder) {
            return new SendContext(
                    run,
                    group.spin() ? new SpinningTime(run.time()) : run.time(),
                    recorder,
                    group.onFailure() == OnSendFailure.STOP);
        }

        private MessageStream outgoing(int i, PayloadCursor mine) {
            long seed = Seeds.derive(Seeds.derive(plan.workload().seed(), firstId + i), KEY_DRAWS);
            return new MessageStream(
                    run, firstId + i, mine, keySamplers.map(samplers -> new OutgoingKeys(keys, samplers.of(i, seed))));
        }

        /**
         * Returns the connection for a producer: one of the consumers' connections, one of its own, one of the given number of
         * shared ones, or that of its sending thread.
         */
        private ReplaceableConnection linkFor(int local) throws DriverException {
            List<ReplaceableConnection> ofConsumers = group.connectionsOfConsumers() ? consumersLinks.get() : List.of();
            if (!ofConsumers.isEmpty()) {
                return ofConsumers.get(local % ofConsumers.size());
            }
            int count = group.connections() > 0 ? group.connections() : group.sharedConnections() ? group.threads() : 0;
            if (count == 0) {
                Client client = clients.forProducers();
                return connect(group.connectOnly() ? new ConnectingClient(client) : client);
            }
            int shared = local % count;
            if (shared == sharedLinks.size()) {
                sharedLinks.add(connect(clients.forProducers()));
            }
            return sharedLinks.get(shared);
        }
    }

    private ReplaceableConnection connect(Client through) throws DriverException {
        Optional<String> clientId =
                plan.producerTarget().clientIdPrefix().map(prefix -> prefix + "-producer-" + links.size());
        ReplaceableConnection link = ReplaceableConnection.open(through, clientId, run.reconnector());
        links.add(link);
        return link;
    }

    /**
     * Counts the slots of all schedules, after the loops have ended. To be called once.
     *
     * @param owed number of subscriptions that a message to a destination has to reach
     * @param sink takes the messages that were due and not sent, or sent and not acknowledged
     */
    public MessageStream.Slots slots(Function<Destination, Map<LowerBounds.Owed, Long>> owed, LowerBounds sink) {
        return tasks.stream()
                .map(task -> task.slots(owed, sink))
                .reduce(MessageStream.Slots.NONE, MessageStream.Slots::plus);
    }

    /** Number of sequences used so far, by producer number. Any thread; can be slightly out of date. */
    public Map<Integer, Long> sequences() {
        return accounts().collect(Collectors.toMap(ProducerAccount::producerId, ProducerAccount::sequences));
    }

    /** Accounts of all producers. Any thread; can be slightly out of date. */
    public Stream<ProducerAccount> accounts() {
        return tasks.stream().flatMap(task -> task.accounts().stream());
    }

    /** The longest gaps between acknowledgements, by producer. */
    public List<LongestGap> gaps() {
        return tasks.stream().flatMap(task -> task.gaps().stream()).toList();
    }

    /** Whether no connection of the producers is broken; those that they share with consumers are not checked. */
    public boolean isUp() {
        return links.stream().allMatch(ReplaceableConnection::isUp);
    }

    /** Meaning of an acknowledgement, as the driver declares it for the first producer group. */
    public Semantics semantics() {
        ProducerGroup group = plan.workload().producers().get(0);
        return clients.forProducers()
                .semantics(EndpointSpecs.producer(group, group.destinations().get(0)));
    }

    /** Number of producers of this worker. */
    public int size() {
        return size;
    }

    /**
     * Sends, for each producer group but those that only connect, one probe to each destination that this worker's producers send
     * to, over a connection of the load.
     *
     * @param refused takes the destinations whose probe failed, if failed sends do not end the run and this worker is alone
     */
    public void probe(BiConsumer<Destination, DriverException> refused) throws DriverException {
        for (ProducerGroup group : plan.workload().producers()) {
            if (group.connectOnly()) {
                continue;
            }
            Set<Destination> destinations = new LinkedHashSet<>(group.destinations());
            destinations.retainAll(produced);
            for (Destination destination : destinations) {
                ProducerSpec spec = EndpointSpecs.producer(group, destination, SendMode.SYNC, ProducerSpec.WHOLE_BODY);
                ClientConnection connection = Stream.concat(links.stream(), consumersLinks.get().stream())
                        .findFirst()
                        .flatMap(ReplaceableConnection::connection)
                        .orElseThrow(() -> new DriverException("the connection was lost before the load began"));
                try (Producer producer = connection.createProducer(spec, (token, cause) -> {})) {
                    producer.send(probeBody(group));
                } catch (DriverException e) {
                    // Other workers wait for this probe and cannot learn that it failed.
                    if (group.onFailure() == OnSendFailure.STOP || !run.peers().isAlone()) {
                        throw e;
                    }
                    refused.accept(destination, e);
                }
            }
        }
    }

    private ByteBuffer probeBody(ProducerGroup group) {
        Payload payload = new Payload(
                group.message().sizes(), group.message().body(), plan.workload().seed());
        int size = group.message().sizes().min();
        ByteBuffer body = payload.body();
        Envelope.prepare(body, HostClock.ID, plan.producerIdBase(), true, plan.runId());
        long now = run.time().nanoTime();
        new Envelope().write(body, 0, now, now, 0, payload.crcOfRest(size));
        body.limit(size);
        return body;
    }

    /** Calls that close the producers, then the connections. */
    public List<Runnable> closing() {
        List<Runnable> calls = new ArrayList<>(closing);
        links.forEach(link -> calls.add(link::close));
        return calls;
    }
}
