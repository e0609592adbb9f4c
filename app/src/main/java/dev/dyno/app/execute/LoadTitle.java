package dev.dyno.app.execute;

import dev.dyno.driver.Destination;
import dev.dyno.driver.Secrets;
import dev.dyno.driver.setting.Units;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.result.Plural;
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
final class LoadTitle {

    /** Numbers that figures elsewhere show with separators: not the decimals of one. */
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
        parts.add(length(
                workload.phases(),
                producers.stream().mapToLong(ProducerGroup::messageCount).sum()));
        return String.join(" · ", parts);
    }

    private static String destinations(List<Destination> all) {
        return all.get(0) + (all.size() > 1 ? " and " + (all.size() - 1) + " more" : "");
    }

    /** Adds a text of all groups; equal ones only once. */
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

    private static String length(Phases phases, long messages) {
        List<String> parts = new ArrayList<>();
        if (!phases.warmup().isZero()) {
            parts.add("warm-up " + (phases.untilSteady() ? "until steady, at most " : "") + text(phases.warmup()));
        }
        if (messages > 0) {
            parts.add(Plural.count(messages, "message", "messages"));
        }
        if (!phases.duration().isZero()) {
            parts.add("measured " + text(phases.duration().minus(phases.warmup())));
        } else if (messages == 0) {
            parts.add("until Ctrl+C");
        }
        return String.join(", ", parts);
    }

    private static String text(Duration duration) {
        return Units.formatDuration(duration.toNanos());
    }
}
