package dev.dyno.model.config;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.OfHeld;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Shape;
import dev.dyno.model.workload.Limits;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.ProducerGroup.MissedSlots;
import dev.dyno.model.workload.ProducerGroup.OnSendFailure;
import dev.dyno.model.workload.Span;
import java.util.List;
import java.util.Optional;

public final class ProducerSettings {

    public static final Section<ProducerGroup> SECTION = new Section<>("producers[].", HelpPart.LOAD);

    public static final LoadSetting<ProducerGroup, Integer> COUNT = SECTION.add(
                    "count", ValueType.count(1, Limits.MAX_CLIENTS), 1, ProducerGroup::perDestination)
            .means("Producers per destination.")
            .flag("N", "--producers")
            .often();

    public static final LoadSetting<ProducerGroup, Optional<LoadShape>> RATE = SECTION.optional(
                    "rate", LoadKinds.rateOrShare(), ProducerSettings::rate)
            .means("Messages a second in all, like 30000/s or '80% of held'.")
            .writtenAs(load -> LoadKinds.text(load.map(ProducerSettings::withoutKind)))
            .flag("RATE", "--rate")
            .often()
            .defaultWords("all-out");

    public static final LoadSetting<ProducerGroup, Optional<LoadShape>> LOAD = SECTION.optional(
                    "load", LoadKinds.load(), ProducerSettings::changing)
            .means("Instead of a rate, one that changes: 'ramp 1000/s to 20000/s in 60s',"
                    + " 'steps 1000/s for 30s, 2000/s for 30s', 'burst 50/s for 30s, 1000/s for 10s' (over and over).")
            .flag("TEXT", "--schedule")
            .defaultWords("--rate")
            .alsoSetBy(RATE);

    public static final LoadSetting<ProducerGroup, ArrivalProcess> ARRIVALS = SECTION.choice(
                    "arrivals", ArrivalProcess.REGULAR, group -> group.load().arrivals())
            .means("regular, or poisson: at random around the rate.")
            .flag("KIND", "--arrivals")
            .alsoSetBy(LOAD);

    public static final LoadSetting<ProducerGroup, MissedSlots> MISSED = SECTION.choice(
                    "missed", MissedSlots.QUEUE, ProducerGroup::missedSlots)
            .means("A message that could not be sent in time: queue (send it late) or skip (leave it out, count it).")
            .flag("queue|skip", "--missed");

    public static final LoadSetting<ProducerGroup, SendMode> MODE = SECTION.choice(
                    "mode", SendMode.ASYNC, ProducerGroup::mode)
            .means("Sends: async; sync, one by one, each waiting for the broker; or transacted.")
            .spelled("sync", "--sync", "Send one by one, each waiting for the broker; a thread per producer.")
            .spelled("transacted", "--commit-interval", "");

    public static final LoadSetting<ProducerGroup, Integer> COMMIT_INTERVAL = SECTION.add(
                    "commit-interval", ValueType.count(1, Integer.MAX_VALUE), 1, ProducerGroup::commitInterval)
            .means("Send in transactions of N messages (consumer: receive in transactions).")
            .flag("N", "--commit-interval", "--tx-size")
            .defaultWords("no transactions")
            .writtenIf(g -> g.mode() == SendMode.TRANSACTED);

    public static final LoadSetting<ProducerGroup, Integer> MAX_PENDING = SECTION.add(
                    "max-pending", ValueType.count(0, Limits.MAX_PENDING), 1, ProducerGroup::maxPending)
            .means("Sends in flight per producer; 0 = no limit.")
            .flag("N", "--max-pending")
            .often()
            .defaultWords("one second of the rate, else 1")
            .writtenIf(g -> g.mode() == SendMode.ASYNC);

    public static final LoadSetting<ProducerGroup, Integer> THREADS = SECTION.add(
                    "threads", ValueType.count(1, 1024), 1, ProducerGroup::threads)
            .means("Event loops that the producers are divided among.")
            .flag("N", "--threads")
            .writtenIf(g -> g.mode() == SendMode.ASYNC);

    public static final LoadSetting<ProducerGroup, Boolean> SPIN = SECTION.add(
                    "spin", ValueType.flag(), false, ProducerGroup::spin)
            .means(
                    "Threads that send wait for the next message by spinning: punctual, and each of them takes a processor.")
            .flag("", "--spin");

    public static final LoadSetting<ProducerGroup, Boolean> SHARED_CONNECTIONS = SECTION.add(
                    "shared-connections", ValueType.flag(), false, ProducerGroup::sharedConnections)
            .means("One connection per event loop instead of one per producer.")
            .flag("", "--shared-connections");

    public static final LoadSetting<ProducerGroup, Integer> CONNECTIONS = SECTION.add(
                    "connections", ValueType.count(0, Limits.MAX_CLIENTS), 0, ProducerGroup::connections)
            .means("Connections that the producers of a process are divided among; 0 = one per producer.")
            .flag("N", "--producer-connections");

    public static final LoadSetting<ProducerGroup, Boolean> CONNECTIONS_OF_CONSUMERS = SECTION.add(
                    "connections-of-consumers", ValueType.flag(), false, ProducerGroup::connectionsOfConsumers)
            .means("Let producers use the connections of the consumers, where both connect alike; in a process without"
                    + " consumers they have their own.")
            .flag("", "--connections-of-consumers")
            .writtenIf(ProducerGroup::connectionsOfConsumers);

    public static final LoadSetting<ProducerGroup, Boolean> CONNECT_ONLY = SECTION.add(
                    "connect-only", ValueType.flag(), false, ProducerGroup::connectOnly)
            .means("Open a connection instead of sending each message, and keep it to the end; each producer opens"
                    + " one after the other.")
            .flag("", "--connect-only")
            .writtenIf(ProducerGroup::connectOnly);

    public static final LoadSetting<ProducerGroup, Integer> PER_CONNECTION = SECTION.add(
                    "messages-per-connection",
                    ValueType.count(1, Integer.MAX_VALUE),
                    0,
                    ProducerGroup::messagesPerConnection)
            .means("Close a producer's connection after N messages, sent one by one, and open the next when a message"
                    + " is due: clients that come and go, with the time to connect as a latency.")
            .flag("N", "--messages-per-connection")
            .defaultWords("kept to the end")
            .writtenIf(group -> group.messagesPerConnection() > 0);

    public static final LoadSetting<ProducerGroup, Long> MESSAGES = SECTION.add(
                    "messages", ValueType.whole(1, Long.MAX_VALUE), 0L, ProducerGroup::messageCount)
            .means("Messages to send in all (consumer: to receive).")
            .flag("N", "--message-count", "--messages")
            .defaultWords("no limit")
            .writtenIf(group -> group.messageCount() > 0);

    public static final LoadSetting<ProducerGroup, OnSendFailure> ON_FAILURE = SECTION.choice(
                    "on-failure", OnSendFailure.STOP, ProducerGroup::onFailure)
            .means("A failed send: stop the run, or count it and continue.")
            .flag("stop|count", "--on-send-failure");

    private static final Spans<ProducerGroup> SPANS =
            new Spans<>(SECTION, ProducerGroup::span, "Start the producers this long after the load, for example 10s.");

    public static final LoadSetting<ProducerGroup, Optional<String>> NAME = SECTION.optional(
                    "name", LoadKinds.groupName(), ProducerGroup::name)
            .means("Its latencies, rates and counts are shown apart, too, with those of groups of the same name.");

    static {
        RATE.alsoSetBy(LOAD);
        SECTION.refuse(RATE, in -> in.has(RATE) && in.has(LOAD), "contradicts {load}; leave one of them out.");
        SECTION.refuse(
                ARRIVALS,
                in -> in.get(ARRIVALS) == ArrivalProcess.POISSON && !in.has(RATE) && !in.has(LOAD),
                "poisson; needs a rate to vary. Give {rate} or {load}.");
        SECTION.refuse(
                MISSED,
                in -> in.get(MISSED) == MissedSlots.SKIP && load(in) instanceof LoadShape.AllOut,
                "skip; needs slots to miss. Give {rate} or {load}.");
        SECTION.refuse(
                SPIN,
                in -> in.get(SPIN) && load(in) instanceof LoadShape.AllOut,
                "needs times to wait for. Give {rate} or {load}.");
        SECTION.refuse(
                COMMIT_INTERVAL,
                in -> in.has(COMMIT_INTERVAL) && in.get(MODE) != SendMode.TRANSACTED,
                "{given}; there is nothing to commit. Use {mode=transacted}, or leave it out.");
        SECTION.refuse(
                MAX_PENDING,
                in -> in.has(MAX_PENDING) && in.get(MODE) != SendMode.ASYNC && in.get(MAX_PENDING) != 1,
                "{given}; {mode=*} has one send in flight per producer. Leave {max-pending} out, or raise {count}.");
        SECTION.refuse(
                THREADS,
                in -> in.get(MODE) != SendMode.ASYNC && in.get(THREADS) != 1,
                "{given}; {mode=*} gives each producer a thread of its own. Leave {threads} out.");
        SECTION.refuse(
                CONNECTIONS,
                in -> in.get(CONNECTIONS) > 0 && in.get(SHARED_CONNECTIONS),
                "{given}; contradicts {shared-connections}. Leave one of them out.");
        SECTION.refuse(
                CONNECT_ONLY,
                in -> in.get(CONNECT_ONLY) && in.get(MODE) == SendMode.TRANSACTED,
                "contradicts {mode=transacted}; leave one of them out.");
        SECTION.refuse(
                PER_CONNECTION,
                in -> in.has(PER_CONNECTION) && in.has(MODE) && in.get(MODE) != SendMode.SYNC,
                "contradicts {mode=*}: such a producer sends one by one; leave one of them out.");
        for (LoadSetting<ProducerGroup, ?> setting :
                List.of(CONNECTIONS, SHARED_CONNECTIONS, CONNECTIONS_OF_CONSUMERS, CONNECT_ONLY, MAX_PENDING)) {
            SECTION.refuse(
                    setting,
                    in -> in.has(PER_CONNECTION) && !in.get(setting).equals(setting.fallback()),
                    "contradicts {messages-per-connection}: such a producer has a connection of its own and one message in"
                            + " flight; leave one of them out.");
        }
        for (LoadSetting<ProducerGroup, ?> setting : List.of(CONNECTIONS, SHARED_CONNECTIONS, MAX_PENDING)) {
            SECTION.refuse(
                    setting,
                    in -> in.get(CONNECT_ONLY) && in.has(setting),
                    "is about messages, and {connect-only} sends none; leave one of them out.");
        }
    }

    private ProducerSettings() {}

    /**
     * Reads the given group and reports contradictions.
     *
     * @param alone whether the load has no consumers of its own
     */
    public static ProducerGroup read(Reading in, Reading message, boolean alone) {
        LoadShape load = load(in);
        Span span = SPANS.read(in);
        boolean connectOnly = in.get(CONNECT_ONLY);
        SendMode mode = connectOnly || in.has(PER_CONNECTION) ? SendMode.SYNC : in.get(MODE);
        in.check(SECTION);
        if (connectOnly && !alone) {
            in.problem(
                    CONNECT_ONLY,
                    "sends nothing that consumers could receive; leave the consumers out, as dyno producer does.");
        }
        return new ProducerGroup(
                in.destinations,
                in.get(COUNT),
                load,
                in.get(MISSED),
                span,
                mode,
                mode == SendMode.TRANSACTED ? in.get(COMMIT_INTERVAL) : 0,
                // Producers of the other modes wait for each send or commit, so they have one in flight.
                mode == SendMode.ASYNC ? inFlight(in, load) : 1,
                in.get(THREADS),
                in.get(SPIN),
                in.get(SHARED_CONNECTIONS),
                in.get(CONNECTIONS),
                in.get(CONNECTIONS_OF_CONSUMERS),
                connectOnly,
                in.get(PER_CONNECTION),
                in.get(MESSAGES),
                in.get(ON_FAILURE),
                MessageSettings.read(message),
                in.get(NAME));
    }

    /**
     * Limit of messages in flight of each producer. A rate asks for an open loop, so the default limit, one second of the rate,
     * only guards against a broker that does not answer. A share of held has a fixed default. See docs/adr/0031.
     */
    private static int inFlight(Reading in, LoadShape load) {
        if (in.has(MAX_PENDING) || load instanceof LoadShape.AllOut) {
            return in.get(MAX_PENDING);
        }
        long producers = (long) in.get(COUNT) * Math.max(1, in.destinations.size());
        double most =
                load instanceof Schedule schedule ? schedule.shape().peak().perSecond() : Limits.SEARCH_IN_FLIGHT;
        return (int) Math.min(Limits.MAX_PENDING, Math.max(1, Math.ceil(most / producers)));
    }

    private static LoadShape load(Reading in) {
        LoadShape load = in.get(LOAD).or(() -> in.get(RATE)).orElse(LoadShape.ALL_OUT);
        return in.get(ARRIVALS) == ArrivalProcess.POISSON ? load.withArrivals(ArrivalProcess.POISSON) : load;
    }

    private static Optional<LoadShape> rate(ProducerGroup group) {
        LoadShape load = group.load().withArrivals(ArrivalProcess.REGULAR);
        return Optional.of(load).filter(one -> withoutKind(one) != one || one instanceof OfHeld);
    }

    /** The rate of a constant load, which a file gives without the word constant; any other load unchanged. */
    private static Object withoutKind(LoadShape load) {
        return load instanceof Schedule schedule && schedule.shape() instanceof Shape.Constant constant
                ? constant.rate()
                : load;
    }

    private static Optional<LoadShape> changing(ProducerGroup group) {
        return rate(group).isPresent()
                ? Optional.empty()
                : Optional.of(group.load().withArrivals(ArrivalProcess.REGULAR));
    }
}
