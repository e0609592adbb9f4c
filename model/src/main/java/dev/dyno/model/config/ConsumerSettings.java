package dev.dyno.model.config;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ConsumerGroup.ExitWhen;
import dev.dyno.model.workload.ConsumerGroup.From;
import dev.dyno.model.workload.Limits;
import java.time.Duration;
import java.util.Optional;

public final class ConsumerSettings {

    public static final Section<ConsumerGroup> SECTION = new Section<>("consumers[].", HelpPart.CONSUMERS);

    public static final LoadSetting<ConsumerGroup, Integer> COUNT = SECTION.add(
                    "count", ValueType.count(1, Limits.MAX_CLIENTS), 1, ConsumerGroup::perSubscription)
            .means("Consumers per destination, or per shared subscription.")
            .flag("N", "--consumers")
            .often();

    public static final LoadSetting<ConsumerGroup, Integer> SUBSCRIPTIONS = SECTION.add(
                    "subscriptions", ValueType.count(0, Limits.MAX_CLIENTS), 0, ConsumerGroup::sharedSubscriptions)
            .means("Shared subscriptions per topic.")
            .flag("N", "--shared")
            .defaultWords("each consumer has one of its own");

    public static final LoadSetting<ConsumerGroup, Boolean> DURABLE = SECTION.add(
                    "durable", ValueType.flag(), false, ConsumerGroup::durable)
            .means("Durable subscriptions; they are removed at the end.")
            .flag("", "--durable");

    public static final LoadSetting<ConsumerGroup, Integer> CONNECTIONS = SECTION.add(
                    "connections", ValueType.count(0, Limits.MAX_CLIENTS), 0, ConsumerGroup::connections)
            .means("Connections that the consumers are divided among.")
            .flag("N", "--consumer-connections", "--num-connections")
            .defaultWords("one per consumer");

    public static final LoadSetting<ConsumerGroup, AckMode> ACK = SECTION.choice(
                    "ack", AckMode.AUTO, ConsumerGroup::ack)
            .means("auto, client, dups-ok, individual or transacted.")
            .flag("MODE", "--ack-mode")
            .spelled("transacted", "--tx", "The same as --ack-mode transacted.");

    public static final LoadSetting<ConsumerGroup, Integer> COMMIT_INTERVAL = SECTION.add(
                    "commit-interval", ValueType.count(1, Integer.MAX_VALUE), 1, ConsumerGroup::commitInterval)
            .means("Messages per commit or client acknowledgement of a consumer.")
            .flag("N", "--consumer-commit-interval")
            .defaultWords("that of --commit-interval, else 1")
            .alsoSetBy(ProducerSettings.COMMIT_INTERVAL)
            .writtenIf(g -> isBatched(g.ack()));

    public static final LoadSetting<ConsumerGroup, ConsumerGroup.Mode> MODE = SECTION.choice(
                    "mode", ConsumerGroup.Mode.LISTENER, ConsumerGroup::mode)
            .means("listener, receive (a thread waits) or poll (a thread asks again and again).")
            .flag("listener|receive|poll", "--consume");

    public static final LoadSetting<ConsumerGroup, Duration> POLL_INTERVAL = SECTION.add(
                    "poll-interval", LoadKinds.time(), Duration.ofMillis(1), ConsumerGroup::pollInterval)
            .means("Pause of consumers that poll after they found no message.")
            .flag("TIME", "--poll-interval")
            .writtenIf(g -> g.mode() == ConsumerGroup.Mode.POLL);

    public static final LoadSetting<ConsumerGroup, Duration> THINK_TIME = SECTION.add(
                    "think-time", ValueType.duration(), Duration.ZERO, ConsumerGroup::thinkTime)
            .means("Time that a consumer spends on each message before it is acknowledged, for example 5ms.")
            .flag("TIME", "--think-time")
            .defaultWords("nothing");

    public static final LoadSetting<ConsumerGroup, Integer> THINK_AT_ONCE = SECTION.add(
                    "think-at-once", ValueType.count(1, Limits.MAX_PENDING), 1, ConsumerGroup::thinkAtOnce)
            .means("Messages that a consumer works on at once, each for the think time and with an acknowledgement of"
                    + " its own. Only with the drivers rabbitmq, jetstream, pulsar, sim, and kafka in share groups.")
            .flag("N", "--think-at-once")
            .writtenIf(group -> group.thinkAtOnce() > 1);

    private static final Spans<ConsumerGroup> SPANS = new Spans<>(
            SECTION,
            ConsumerGroup::span,
            "Start the consumers this long after the load, so that messages queue up at the broker.");

    public static final LoadSetting<ConsumerGroup, Duration> START =
            SPANS.start.flag("TIME", "--start-delay").defaultWords("with it");

    public static final LoadSetting<ConsumerGroup, Optional<String>> SELECTOR = SECTION.optional(
                    "selector", LoadKinds.text(), ConsumerGroup::selector)
            .means("The broker's filter expression.")
            .flag("TEXT", "--selector")
            .writtenIfAbsent();

    public static final LoadSetting<ConsumerGroup, From> FROM = SECTION.choice(
                    "begin", From.LATEST, ConsumerGroup::from)
            .means(
                    "The first message of new subscriptions of topics: latest, the next one that is sent, or earliest, the first one"
                            + " that the broker still has. Queues deliver what they have.")
            .flag("WHERE", "--from")
            // A file that says latest for a queue is refused.
            .writtenIf(
                    g -> g.from() == From.EARLIEST || g.destinations().stream().allMatch(Destination::isTopic));

    public static final LoadSetting<ConsumerGroup, Long> MESSAGES = SECTION.add(
                    "messages", ValueType.whole(1, Long.MAX_VALUE), 0L, ConsumerGroup::messageCount)
            .means(
                    "The load ends when the group has received this many messages, each counted once, and without producers it"
                            + " takes no more.")
            .defaultWords("no limit")
            .writtenIf(group -> group.messageCount() > 0);

    public static final LoadSetting<ConsumerGroup, Optional<Rate>> RATE = SECTION.optional(
                    "rate", LoadKinds.rate(), ConsumerGroup::rate)
            .means("Messages a second that the group's consumers take together, at the most.")
            .flag("RATE", "--consumer-rate")
            .defaultWords("as they come");

    public static final LoadSetting<ConsumerGroup, Optional<ExitWhen>> EXIT_WHEN = SECTION.optional(
                    "exit-when", ValueType.choice(ExitWhen.class), ConsumerGroup::exitWhen)
            .means(
                    "Ends the load when nothing was received for a second: idle, if something was received before; empty, if"
                            + " the broker says that it has nothing left.")
            .flag("WHEN", "--exit-when")
            .defaultWords("at its end");

    public static final LoadSetting<ConsumerGroup, Optional<Duration>> AWAIT_ALONE = SECTION.optional(
                    "await-alone", LoadKinds.time(), ConsumerGroup::awaitAlone)
            .means(
                    "How long to wait, before the load, until nobody else consumes from the queues: Artemis counts the consumers of a"
                            + " client that was killed for another minute. Only with the driver artemis.")
            .flag("TIME", "--await-alone")
            .defaultWords("no wait, only a note");

    public static final LoadSetting<ConsumerGroup, Optional<Destination>> REPLY_TO = SECTION.optional(
                    "reply-to", LoadKinds.queue(), ConsumerGroup::replyTo)
            .means(
                    "Send the body of each message on to this queue, as the reply to a request, before it is acknowledged;"
                            + " round trip is the time from the request's intended time to its reply.")
            .flag("QUEUE", "--reply-to");

    public static final LoadSetting<ConsumerGroup, Optional<Duration>> ROTATE = SECTION.optional(
                    "rotate", LoadKinds.time(), ConsumerGroup::rotate)
            .means("Each time after this long, the consumer that has been there longest leaves with its connection, and"
                    + " another joins.")
            .flag("TIME", "--rotate");

    public static final LoadSetting<ConsumerGroup, Double> REJECT = SECTION.add(
                    "reject", ValueType.share(), 0.0, ConsumerGroup::reject)
            .means(
                    "Share of the messages that a consumer rejects instead of acknowledging them, so that the broker moves them"
                            + " to its dead letters or drops them. Only with the drivers rabbitmq, jetstream, amqp, sim, kafka in share groups,"
                            + " and JMS with jms.rejection.")
            .flag("SHARE", "--reject")
            .defaultWords("none")
            .writtenIf(group -> group.reject() > 0);

    public static final LoadSetting<ConsumerGroup, Optional<String>> NAME = SECTION.optional(
                    "name", LoadKinds.groupName(), ConsumerGroup::name)
            .means("Its latencies, rates and counts are shown apart, too, with those of groups of the same name.");

    static {
        SECTION.refuse(
                DURABLE,
                in -> in.get(DURABLE) && hasQueues(in),
                "makes durable subscriptions, and a queue has none; use topic://NAME, or leave it out.");
        SECTION.refuse(
                SUBSCRIPTIONS,
                in -> in.get(SUBSCRIPTIONS) > 0 && hasQueues(in),
                "{given}; a queue has no subscriptions. Use topic://NAME, or leave it out.");
        SECTION.refuse(
                FROM,
                in -> in.has(FROM) && in.get(FROM) == From.LATEST && hasQueues(in),
                "{given}; a queue delivers what it has. Use topic://NAME, or leave it out.");
        SECTION.refuse(
                COMMIT_INTERVAL,
                in -> in.has(COMMIT_INTERVAL) && !isBatched(in.get(ACK)),
                "{given}; there is nothing to commit or acknowledge. Give {ack=transacted} or {ack=client}.");
        SECTION.refuse(
                POLL_INTERVAL,
                in -> in.has(POLL_INTERVAL) && in.get(MODE) != ConsumerGroup.Mode.POLL,
                "{given}; has no effect without {mode=poll}. Give that, or leave it out.");
        SECTION.refuse(
                REJECT,
                in -> in.get(REJECT) > 0 && in.get(ACK) != AckMode.INDIVIDUAL,
                "{given}; messages are rejected one by one. Give {ack=individual}, or leave it out.");
        SECTION.refuse(
                REJECT,
                in -> in.get(REJECT) > 0 && in.get(REPLY_TO).isPresent(),
                "{given}; a rejected request has no reply, which would be missed. Leave it out, or {reply-to}.");
        SECTION.refuse(
                THINK_AT_ONCE,
                in -> in.get(THINK_AT_ONCE) > 1
                        && (in.get(ACK) != AckMode.INDIVIDUAL
                                || in.get(THINK_TIME).isZero()),
                "{given}; each message takes a time and is acknowledged alone. Give {ack=individual} and {think-time=TIME}, or"
                        + " leave it out.");
        SECTION.refuse(
                THINK_AT_ONCE,
                in -> in.get(THINK_AT_ONCE) > 1
                        && (in.get(REJECT) > 0 || in.get(REPLY_TO).isPresent()),
                "{given}; what is rejected or replied to is worked on one after the other. Leave it out, or {reject} and"
                        + " {reply-to}.");
        SECTION.refuse(
                ROTATE,
                in -> in.has(ROTATE) && in.get(CONNECTIONS) > 0,
                "{given}; a consumer leaves with its connection, and {connections} shares them. Leave one of them out.");
        SECTION.refuse(
                REPLY_TO,
                in -> in.get(REPLY_TO).isPresent() && in.destinations.stream().anyMatch(Destination::isTopic),
                "{given}; a request has one reply, and each subscription of a topic would send one. Use queue://NAME for"
                        + " the requests, or leave it out.");
        SECTION.refuse(
                REPLY_TO,
                in -> in.get(REPLY_TO).filter(in.destinations::contains).isPresent(),
                "{given}; the requests come from there, so a reply would be the next request. Name another queue.");
    }

    private ConsumerSettings() {}

    /**
     * Reads the given group and reports contradictions.
     *
     * @param alone whether the load has no producers of its own
     */
    public static ConsumerGroup read(Reading in, boolean alone) {
        AckMode ack = in.get(ACK);
        ConsumerGroup group = new ConsumerGroup(
                in.destinations,
                in.get(COUNT),
                in.get(SUBSCRIPTIONS),
                in.get(DURABLE),
                ack,
                isBatched(ack) ? in.get(COMMIT_INTERVAL) : 1,
                in.get(MODE),
                in.get(POLL_INTERVAL),
                in.get(THINK_TIME),
                in.get(THINK_AT_ONCE),
                SPANS.read(in),
                in.get(SELECTOR),
                in.get(FROM),
                in.get(CONNECTIONS),
                in.get(MESSAGES),
                in.get(RATE),
                in.get(EXIT_WHEN),
                in.get(AWAIT_ALONE),
                in.get(REPLY_TO),
                in.get(ROTATE),
                in.get(REJECT),
                in.get(NAME));
        in.check(SECTION);
        if (alone && group.replyTo().isPresent()) {
            in.problem(
                    REPLY_TO,
                    in.filled(
                            REPLY_TO,
                            "{given}; the replies belong to requests of the same load. Add its producers, as dyno client"
                                    + " has them, or leave it out."));
        }
        boolean keepsNothing = !group.durable()
                && group.from() == From.LATEST
                && group.destinations().stream().anyMatch(Destination::isTopic);
        if (alone && keepsNothing && !group.span().start().isZero()) {
            in.problem(
                    SPANS.start,
                    in.filled(
                            SPANS.start,
                            "a topic keeps nothing for a consumer that comes later; use a queue or {durable}."));
        }
        return group;
    }

    private static boolean isBatched(AckMode ack) {
        return ack == AckMode.TRANSACTED || ack == AckMode.CLIENT;
    }

    private static boolean hasQueues(Reading in) {
        return in.destinations.stream().anyMatch(destination -> !destination.isTopic());
    }
}
