package dev.dyno.cli;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.setting.Units;
import dev.dyno.load.Limits;
import dev.dyno.pace.Arrivals;
import dev.dyno.pace.Load;
import dev.dyno.pace.Schedule;
import dev.dyno.workfile.Values;
import dev.dyno.workfile.Warmup;
import dev.dyno.workload.ConsumerGroup;
import dev.dyno.workload.MessageTemplate;
import dev.dyno.workload.Phases;
import dev.dyno.workload.ProducerGroup;
import dev.dyno.workload.ProducerGroup.MissedSlots;
import dev.dyno.workload.ProducerGroup.OnSendFailure;
import dev.dyno.workload.Span;
import dev.dyno.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a workload out of the options, and finds everything that is wrong or contradictory in them. */
final class WorkloadReader {

    private final Problems problems;
    private final RunOptions run;
    private final List<Destination> destinations;
    private final Duration duration;
    private final int commitInterval;
    private final long messageCount;

    WorkloadReader(RunOptions run, Problems problems) {
        this.run = run;
        this.problems = problems;
        destinations = destinations();
        duration = duration("--duration", run.duration);
        commitInterval = problems.count("--commit-interval", run.commitInterval, 0);
        messageCount = problems.number("--message-count", run.messageCount, 0, Long.MAX_VALUE, "");
    }

    Workload read(String command, Optional<ProducerOptions> producers, Optional<ConsumerOptions> consumers) {
        Phases phases = phases();
        checkTexts(producers, consumers);
        long seed = problems.number("--seed", run.seed, Long.MIN_VALUE, Long.MAX_VALUE, "");
        return new Workload(
                run.name.orElse(command),
                seed,
                producers.map(this::producerGroup).stream().toList(),
                consumers.map(c -> consumerGroup(c, producers)).stream().toList(),
                phases);
    }

    /** Checked here, because a broker would say it later and in other words. */
    private void checkTexts(Optional<ProducerOptions> producers, Optional<ConsumerOptions> consumers) {
        problems.notBlank("--name", run.name);
        producers.ifPresent(options -> problems.notBlank("--group", options.group));
        consumers.ifPresent(options -> problems.notBlank("--selector", options.selector));
    }

    private List<Destination> destinations() {
        int count = (int) problems.number("--num-destinations", run.numDestinations, 1, Limits.MAX_CLIENTS, "");
        List<Destination> all = new ArrayList<>();
        for (String text : run.destinations) {
            Destination named = Destination.parse(text);
            problems.addIf(
                    named.name().isBlank() || named.name().contains("://"),
                    "DESTINATION: " + text + "; must be queue://NAME, topic://NAME or NAME.");
            if (count == 1) {
                all.add(named);
            } else {
                for (int i = 0; i < count; i++) {
                    all.add(new Destination(named.kind(), named.name() + i));
                }
            }
        }
        problems.addIf(
                all.stream().distinct().count() < all.size(),
                "DESTINATION: " + String.join(" ", run.destinations) + "; must be different from each other.");
        return all;
    }

    private Phases phases() {
        Warmup asked = problems.parse("--warmup", run.warmup, Warmup::parse, Warmup.NONE);
        Duration warmup = asked.longest();
        problems.addIf(
                !duration.isZero() && warmup.compareTo(duration) >= 0,
                "--warmup: " + run.warmup + "; must be shorter than --duration " + run.duration
                        + ", which includes it. Make --duration longer.");
        Duration drain = duration("--drain", run.drain);
        return new Phases(warmup, asked.untilSteady(), duration, drain, Optional.empty());
    }

    private ProducerGroup producerGroup(ProducerOptions options) {
        int perDestination = (int) problems.number("--producers", options.producers, 1, Limits.MAX_CLIENTS, "");
        int threads = (int) problems.number("--threads", options.threads, 1, 1024, "");
        int maxPending =
                (int) problems.number("--max-pending", options.maxPending, 0, Limits.MAX_PENDING, "0 = no limit.");
        SendMode mode = commitInterval > 0 ? SendMode.TRANSACTED : options.sync ? SendMode.SYNC : SendMode.ASYNC;
        problems.addIf(
                options.sync && commitInterval > 0,
                "--sync: contradicts --commit-interval " + commitInterval
                        + ", whose sends wait for the commit only; leave one of them out.");
        problems.addIf(
                options.sync && maxPending != 1,
                "--max-pending: " + options.maxPending
                        + "; --sync has one send in flight per producer. Leave --max-pending out, or raise --producers.");
        problems.addIf(
                mode != SendMode.ASYNC && threads != 1,
                "--threads: " + options.threads
                        + "; --sync and --commit-interval give each producer a thread of its own. Leave --threads out.");
        Load load = load(options);
        MissedSlots missed = problems.choice("--missed", options.missed, MissedSlots.class, MissedSlots.QUEUE);
        problems.addIf(
                missed == MissedSlots.SKIP && load instanceof Load.AllOut,
                "--missed: skip; needs slots to miss. Give --rate or --schedule.");
        return new ProducerGroup(
                destinations,
                perDestination,
                load,
                missed,
                Span.WHOLE,
                mode,
                commitInterval,
                // The others wait for each send or commit themselves.
                mode == SendMode.ASYNC ? maxPending : 1,
                threads,
                options.sharedConnections,
                messageCount,
                problems.choice("--on-send-failure", options.onSendFailure, OnSendFailure.class, OnSendFailure.STOP),
                message(options));
    }

    private Load load(ProducerOptions options) {
        problems.addIf(
                options.rate.isPresent() && options.schedule.isPresent(),
                "--rate: contradicts --schedule; leave one of them out.");
        Arrivals arrivals = problems.choice("--arrivals", options.arrivals, Arrivals.class, Arrivals.REGULAR);
        Load load = Load.ALL_OUT;
        if (options.schedule.isPresent()) {
            load = problems.parse("--schedule", options.schedule.get(), Load::parse, Load.ALL_OUT);
        } else if (options.rate.isPresent()) {
            String text = options.rate.get();
            load = problems.parse("--rate", text, t -> Schedule.constant(Values.rate(t)), Load.ALL_OUT);
        }
        boolean none = options.rate.isEmpty() && options.schedule.isEmpty();
        problems.addIf(
                arrivals == Arrivals.POISSON && none,
                "--arrivals: poisson; needs a rate to vary. Give --rate or --schedule.");
        return arrivals == Arrivals.POISSON && load instanceof Schedule schedule
                ? schedule.withArrivals(arrivals)
                : load;
    }

    private MessageTemplate message(ProducerOptions options) {
        return new MessageTemplate(
                problems.choice("--body", options.body, BodyType.class, BodyType.BYTES),
                problems.parse("--message-size", options.messageSize, Values::sizes, Values.ONE_KIB),
                options.persistent,
                options.priority.map(p -> (int) problems.number("--priority", p, 0, 9, "")),
                timeToLive(options.ttl),
                options.group,
                Values.properties(options.properties),
                options.messageId,
                options.timestamp);
    }

    private Duration timeToLive(String text) {
        // Its users know this option in milliseconds.
        String withUnit = text.strip().matches("\\d+") ? text.strip() + "ms" : text;
        return duration("--ttl", withUnit);
    }

    private ConsumerGroup consumerGroup(ConsumerOptions options, Optional<ProducerOptions> producers) {
        int shared = (int) problems.number("--shared", options.shared, 0, Limits.MAX_CLIENTS, "");
        boolean topics = destinations.stream().anyMatch(Destination::isTopic);
        boolean queues = destinations.stream().anyMatch(d -> !d.isTopic());
        problems.addIf(
                options.durable && queues,
                "--durable: makes durable subscriptions, and a queue has none; use topic://NAME, or leave it out.");
        problems.addIf(
                shared > 0 && queues,
                "--shared: " + shared + "; a queue has no subscriptions. Use topic://NAME, or leave it out.");
        AckMode ack = problems.choice("--ack-mode", options.ackMode, AckMode.class, AckMode.AUTO);
        problems.addIf(
                options.tx && ack != AckMode.AUTO && ack != AckMode.TRANSACTED,
                "--tx: contradicts --ack-mode " + options.ackMode + "; leave one of them out.");
        ack = options.tx || (commitInterval > 0 && producers.isEmpty()) ? AckMode.TRANSACTED : ack;
        int batch = options.commitInterval
                .map(n -> problems.count("--consumer-commit-interval", n, 1))
                .orElse(Math.max(1, commitInterval));
        boolean batches = ack == AckMode.TRANSACTED || ack == AckMode.CLIENT;
        problems.addIf(
                options.commitInterval.isPresent() && !batches,
                "--consumer-commit-interval: " + batch
                        + "; there is nothing to commit or acknowledge. Give --tx or --ack-mode client.");
        ConsumerGroup.Mode mode =
                problems.choice("--consume", options.consume, ConsumerGroup.Mode.class, ConsumerGroup.Mode.LISTENER);
        Duration poll = duration("--poll-interval", options.pollInterval);
        problems.addIf(
                poll.isZero(),
                "--poll-interval: " + options.pollInterval + "; must be more than 0. Use --consume receive.");
        problems.addIf(
                mode != ConsumerGroup.Mode.POLL
                        && !poll.isZero()
                        && !options.pollInterval.equals(Defaults.POLL_INTERVAL),
                "--poll-interval: " + options.pollInterval
                        + "; only --consume poll looks at it. Give that, or leave it out.");
        Duration startDelay = duration("--start-delay", options.startDelay);
        problems.addIf(
                !startDelay.isZero() && !duration.isZero() && startDelay.compareTo(duration) >= 0,
                "--start-delay: " + options.startDelay + "; must be shorter than --duration " + run.duration
                        + ". Make --duration longer.");
        problems.addIf(
                !startDelay.isZero() && topics && !options.durable && producers.isEmpty(),
                "--start-delay: a topic keeps nothing for a consumer that comes later; use a queue or --durable.");
        return new ConsumerGroup(
                destinations,
                (int) problems.number("--consumers", options.consumers, 1, Limits.MAX_CLIENTS, ""),
                shared,
                options.durable,
                ack,
                batches ? batch : 1,
                mode,
                poll.isZero() ? Duration.ofMillis(1) : poll,
                duration("--think-time", options.thinkTime),
                Span.from(startDelay),
                options.selector,
                (int) problems.number("--consumer-connections", options.connections, 0, Limits.MAX_CLIENTS, ""),
                producers.isPresent() ? 0 : messageCount);
    }

    private Duration duration(String option, String text) {
        return Duration.ofNanos(problems.parse(option, text, Units::parseDurationNs, 0L));
    }
}
