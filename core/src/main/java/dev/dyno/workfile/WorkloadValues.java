package dev.dyno.workfile;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.setting.Units;
import dev.dyno.pace.Arrivals;
import dev.dyno.pace.Load;
import dev.dyno.pace.Schedule;
import dev.dyno.pace.Shape;
import dev.dyno.workload.Backlog;
import dev.dyno.workload.ConsumerGroup;
import dev.dyno.workload.KeyDistribution;
import dev.dyno.workload.MessageTemplate;
import dev.dyno.workload.Phases;
import dev.dyno.workload.ProducerGroup;
import dev.dyno.workload.Span;
import dev.dyno.workload.Workload;
import dev.dyno.yaml.Choice;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * All values of a workload, as a file of our own format has them: each has a path, like {@code producers[0].message.size}, and a
 * text; also those that are the default. What a group's mode leaves no choice about is not there, because the reader refuses it.
 */
public final class WorkloadValues {

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<List<Destination>, String> names = new LinkedHashMap<>();
    private final Function<String, Optional<String>> given;
    /** It says when producers and consumers work. */
    private final boolean hasBacklog;

    private WorkloadValues(Function<String, Optional<String>> given, boolean hasBacklog) {
        this.given = given;
        this.hasBacklog = hasBacklog;
    }

    /**
     * The values in the order of a file.
     *
     * @param names what the destinations of a group are called, by the path that names them, like {@code producers[0].to}; empty = by
     *     their own names
     */
    public static Map<String, String> of(
            Workload workload,
            String description,
            Optional<Integer> partitions,
            Function<String, Optional<String>> names) {
        WorkloadValues values =
                new WorkloadValues(names, workload.phases().backlog().isPresent());
        values.read(workload, description, partitions);
        return Collections.unmodifiableMap(values.values);
    }

    private void read(Workload workload, String description, Optional<Integer> partitions) {
        values.put("name", YamlText.text(workload.name()));
        if (!description.isEmpty()) {
            values.put("description", YamlText.quoted(description));
        }
        values.put("seed", Long.toString(workload.seed()));
        values.put(
                "partitions", partitions.map(number -> Integer.toString(number)).orElse(YamlText.ABSENT));
        destinations(workload);
        for (int i = 0; i < workload.producers().size(); i++) {
            producers("producers[" + i + "].", workload.producers().get(i));
        }
        for (int i = 0; i < workload.consumers().size(); i++) {
            consumers("consumers[" + i + "].", workload.consumers().get(i));
        }
        phases("phases.", workload.phases());
    }

    private void phases(String path, Phases phases) {
        values.put(path + "warmup", new Warmup(phases.warmup(), phases.untilSteady()).toString());
        values.put(path + "measure", measure(phases));
        phases.backlog()
                .ifPresentOrElse(
                        backlog -> backlog(path + "backlog.", backlog),
                        () -> values.put(path + "backlog", YamlText.ABSENT));
        values.put(path + "drain", text(phases.drain()));
    }

    private static String measure(Phases phases) {
        if (phases.duration().isZero()) {
            return phases.backlog().isPresent() ? YamlText.ABSENT : DynoWorkload.UNTIL_STOPPED;
        }
        return text(phases.duration().minus(phases.warmup()));
    }

    private void backlog(String path, Backlog backlog) {
        if (backlog.size() instanceof Backlog.Messages messages) {
            values.put(path + "messages", Long.toString(messages.count()));
        } else if (backlog.size() instanceof Backlog.Bytes bytes) {
            values.put(path + "bytes", Long.toString(bytes.bytes()));
        } else if (backlog.size() instanceof Backlog.Time time) {
            values.put(path + "duration", text(time.duration()));
        }
        values.put(path + "deadline", text(backlog.deadline()));
        values.put(path + "while-sending", Boolean.toString(backlog.whileSending()));
    }

    /** Those that have a name, because the file gives them one or because there are many of one pattern. */
    private void destinations(Workload workload) {
        for (int i = 0; i < workload.producers().size(); i++) {
            destinations("producers[" + i + "].to", workload.producers().get(i).destinations());
        }
        for (int i = 0; i < workload.consumers().size(); i++) {
            destinations(
                    "consumers[" + i + "].from", workload.consumers().get(i).destinations());
        }
    }

    private void destinations(String path, List<Destination> destinations) {
        boolean oneKind =
                destinations.stream().map(Destination::kind).distinct().count() == 1;
        Optional<String> pattern = oneKind
                ? NamePattern.of(destinations.stream().map(Destination::name).toList())
                : Optional.empty();
        // A dot would be a step of the path.
        Optional<String> name = given.apply(path).filter(n -> YamlText.isPlain(n) && !n.contains("."));
        boolean one = destinations.size() == 1 && name.isPresent();
        if (names.containsKey(destinations) || (pattern.isEmpty() && !one)) {
            return;
        }
        String key = name.filter(n -> !names.containsValue(n)).orElseGet(() -> unused(pattern.orElseThrow()));
        names.put(destinations, key);
        String kind = destinations.get(0).isTopic() ? "topic" : "queue";
        String place = "destinations." + key + ".";
        values.put(
                place + kind, YamlText.text(pattern.orElse(destinations.get(0).name())));
        values.put(place + "count", Integer.toString(destinations.size()));
    }

    /** What stands before the number. */
    private String unused(String pattern) {
        String base = pattern.replaceFirst("%.*", "")
                .replaceAll("[^A-Za-z0-9-]+", "-")
                .replaceAll("^-+|-+$", "");
        String first = base.isEmpty() ? "all" : base;
        String name = first;
        for (int i = 2; names.containsValue(name); i++) {
            name = first + "-" + i;
        }
        return name;
    }

    private String named(List<Destination> destinations) {
        return names.containsKey(destinations)
                ? YamlText.text(names.get(destinations))
                : YamlText.list(destinations.stream().map(Destination::toString).toList());
    }

    private void producers(String path, ProducerGroup group) {
        values.put(path + "to", named(group.destinations()));
        values.put(path + "count", Integer.toString(group.perDestination()));
        load(path, group.load());
        values.put(path + "missed", Choice.word(group.missedSlots()));
        values.put(path + "mode", Choice.word(group.mode()));
        if (group.mode() == SendMode.TRANSACTED) {
            values.put(path + "commit-interval", Integer.toString(group.commitInterval()));
        }
        if (group.mode() == SendMode.ASYNC) {
            values.put(path + "max-pending", Integer.toString(group.maxPending()));
            values.put(path + "threads", Integer.toString(group.threads()));
        }
        values.put(path + "shared-connections", Boolean.toString(group.sharedConnections()));
        values.put(path + "messages", Long.toString(group.messageCount()));
        values.put(path + "on-failure", Choice.word(group.onFailure()));
        span(path, group.span());
        message(path + "message.", group.message());
    }

    private void load(String path, Load load) {
        if (load instanceof Schedule schedule) {
            Schedule regular = schedule.withArrivals(Arrivals.REGULAR);
            if (schedule.shape() instanceof Shape.Constant constant) {
                values.put(path + "rate", constant.rate().toString());
            } else {
                values.put(path + "load", YamlText.quoted(regular.toString()));
            }
            values.put(path + "arrivals", Choice.word(schedule.arrivals()));
        } else {
            values.put(path + "load", YamlText.text(load.toString()));
            values.put(path + "arrivals", Choice.word(Arrivals.REGULAR));
        }
    }

    private void span(String path, Span span) {
        if (hasBacklog) {
            values.put(path + "start", YamlText.ABSENT);
            values.put(path + "stop", YamlText.ABSENT);
            return;
        }
        values.put(path + "start", text(span.start()));
        values.put(path + "stop", span.stop().map(WorkloadValues::text).orElse(YamlText.ABSENT));
    }

    private void message(String path, MessageTemplate message) {
        values.put(path + "body", Choice.word(message.body()));
        values.put(path + "size", size(message.sizes().toString()));
        values.put(path + "persistent", Boolean.toString(message.persistent()));
        values.put(
                path + "priority",
                message.priority().map(priority -> Integer.toString(priority)).orElse(YamlText.ABSENT));
        values.put(path + "ttl", text(message.timeToLive()));
        values.put(path + "group", message.group().map(YamlText::text).orElse(YamlText.ABSENT));
        values.put(path + "key", message.keys().map(WorkloadValues::key).orElse(YamlText.ABSENT));
        values.put(path + "properties", YamlText.map(message.properties()));
        values.put(path + "id", Boolean.toString(message.messageId()));
        values.put(path + "timestamp", Boolean.toString(message.timestamp()));
    }

    private static String key(KeyDistribution keys) {
        if (keys instanceof KeyDistribution.Fixed fixed) {
            return YamlText.text(fixed.text());
        }
        String count = "{ count: " + keys.count() + ", order: ";
        if (keys instanceof KeyDistribution.Zipf zipf) {
            return count + "zipf, exponent: "
                    + BigDecimal.valueOf(zipf.exponent()).toPlainString() + " }";
        }
        return count + (keys instanceof KeyDistribution.Sequence ? "sequence" : "uniform") + " }";
    }

    private static String size(String sizes) {
        return sizes.matches("[0-9A-Za-z.]+") ? sizes : YamlText.quoted(sizes);
    }

    private void consumers(String path, ConsumerGroup group) {
        values.put(path + "from", named(group.destinations()));
        values.put(path + "count", Integer.toString(group.perSubscription()));
        values.put(path + "subscriptions", Integer.toString(group.sharedSubscriptions()));
        values.put(path + "durable", Boolean.toString(group.durable()));
        values.put(path + "ack", Choice.word(group.ack()));
        if (group.ack() == AckMode.TRANSACTED || group.ack() == AckMode.CLIENT) {
            values.put(path + "commit-interval", Integer.toString(group.commitInterval()));
        }
        values.put(path + "mode", Choice.word(group.mode()));
        if (group.mode() == ConsumerGroup.Mode.POLL) {
            values.put(path + "poll-interval", text(group.pollInterval()));
        }
        values.put(path + "think-time", text(group.thinkTime()));
        span(path, group.span());
        values.put(path + "selector", group.selector().map(YamlText::quoted).orElse(YamlText.ABSENT));
        values.put(path + "connections", Integer.toString(group.connections()));
        values.put(path + "messages", Long.toString(group.messageCount()));
    }

    private static String text(Duration duration) {
        return Units.formatDuration(duration.toNanos());
    }
}
