package dev.dyno.app.execute;

import dev.dyno.driver.Destination;
import dev.dyno.driver.Secrets;
import dev.dyno.driver.setting.Units;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.result.Plural;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.ConsumerGroup.ExitWhen;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Target;
import dev.dyno.model.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One sentence about a load before it begins: broker, destinations, messages, clients, rate and length. */
public final class LoadTitle {

    /** Whole numbers of four digits or more, which are shown with separators; the decimals of a number are left as they are. */
    private static final Pattern WHOLE = Pattern.compile("(?<![.\\d])\\d{4,18}");

    private LoadTitle() {}

    static String of(RunPlan plan, StartedBroker broker) {
        Workload workload = plan.workload();
        List<ProducerGroup> producers = workload.producers();
        Target target = producers.isEmpty() ? plan.consumerTarget() : plan.producerTarget();
        List<String> parts = new ArrayList<>();
        parts.add(broker.ready()
                        .map(ready -> ready.title() + ready.place() + ", ")
                        .orElse("")
                + Secrets.withoutPassword(target.url())
                + (broker.ready().isEmpty() ? " by driver " + target.driver() : ""));
        parts.add(destinations(workload.destinations()));
        each(producers.stream().map(group -> group.message().sizes().toString()), parts);
        parts.add(clients(workload));
        each(producers.stream().map(group -> rate(group.load())), parts);
        parts.add(length(workload));
        return String.join(" · ", parts);
    }

    private static String destinations(List<Destination> all) {
        return all.get(0) + (all.size() > 1 ? " and " + (all.size() - 1) + " more" : "");
    }

    /**
     * Adds the texts of the groups as one part, joined by "and"; a text that several groups have is in it once. Adds nothing if
     * there is no text.
     */
    private static void each(Stream<String> ofGroups, List<String> parts) {
        String all = ofGroups.distinct().collect(Collectors.joining(" and "));
        if (!all.isEmpty()) {
            parts.add(all);
        }
    }

    private static String clients(Workload workload) {
        return Stream.of(count(workload.producerCount(), "producer"), count(workload.consumerCount(), "consumer"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String count(int number, String word) {
        return number == 0 ? "" : Plural.count(number, word, word + "s");
    }

    private static String rate(LoadShape load) {
        String text = load.toString().replaceFirst("^constant ", "");
        return load instanceof LoadShape.AllOut
                ? text
                : WHOLE.matcher(text)
                                .replaceAll(number -> String.format(Locale.ROOT, "%,d", Long.parseLong(number.group())))
                        + " asked";
    }

    /** Text about the warm-up and everything that ends a load. */
    public static String length(Workload workload) {
        Phases phases = workload.phases();
        List<String> ends = new ArrayList<>();
        List<ProducerGroup> groups = workload.producers();
        long messages = groups.stream().mapToLong(ProducerGroup::messageCount).sum();
        // Groups without a number of messages continue to send.
        if (messages > 0 && groups.stream().allMatch(group -> group.messageCount() > 0)) {
            ends.add(Plural.count(messages, "message", "messages"));
        }
        phases.backlog().ifPresent(backlog -> ends.add("until the backlog is drained"));
        // A load ends when the first group has received its number, or when the last one has nothing left to receive.
        workload.consumers().stream()
                .mapToLong(ConsumerGroup::messageCount)
                .filter(count -> count > 0)
                .min()
                .ifPresent(
                        count -> ends.add("until " + Plural.count(count, "message is", "messages are") + " received"));
        each(
                workload.consumers().stream()
                        .flatMap(group -> group.exitWhen().stream())
                        .map(LoadTitle::end),
                ends);
        if (!phases.duration().isZero()) {
            ends.add("measured " + text(phases.duration().minus(phases.warmup())));
        } else if (ends.isEmpty()) {
            ends.add("until Ctrl+C");
        }
        if (!phases.warmup().isZero()) {
            ends.add(0, "warm-up " + (phases.untilSteady() ? "until steady, at most " : "") + text(phases.warmup()));
        }
        return String.join(", ", ends);
    }

    private static String end(ExitWhen when) {
        return when == ExitWhen.IDLE ? "until nothing is received for a second" : "until the broker has nothing left";
    }

    private static String text(Duration duration) {
        return Units.formatDuration(duration.toNanos());
    }
}
