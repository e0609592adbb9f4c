package dev.dyno.report.history;

import dev.dyno.model.result.RunConfig;
import dev.dyno.report.store.RunSummary;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Facts of a stored run for one line: broker and driver by name, rate, headline latency. */
public final class RunFacts {

    /** Words of a broker about itself, as {@code RabbitMQ 4.2.1} or {@code nats-server 2.9.10}. */
    private static final Pattern TOLD = Pattern.compile("(?:Apache )?(?<name>.*?)(?:-server)?[ /-]v?(?<version>\\d.*)");

    private final RunSummary run;

    private RunFacts(RunSummary run) {
        this.run = run;
    }

    public static RunFacts of(RunSummary run) {
        return new RunFacts(run);
    }

    /** Beginning of its id, long enough to identify it. */
    public String shortId() {
        return run.result().shortId();
    }

    /** Name of a broker: that of its recipe, or what a broker that Dyno did not start told its driver; empty = unknown. */
    public Optional<String> broker() {
        return fact("broker broker").or(() -> fact("broker").map(words -> named(words)
                .map(parts -> parts.group("name").toLowerCase(Locale.ROOT))
                .orElse(words)));
    }

    /** Version of the broker, as far as it is known. */
    public Optional<String> brokerVersion() {
        return fact("broker version")
                .or(() -> fact("broker").flatMap(RunFacts::named).map(parts -> String.valueOf(parts.group("version"))));
    }

    private static Optional<Matcher> named(String words) {
        return Optional.of(TOLD.matcher(words)).filter(Matcher::matches);
    }

    private Optional<String> fact(String name) {
        return Optional.ofNullable(run.result().semantics().facts().get(name));
    }

    /** Driver of the producers, or {@code producers/consumers} if the consumers have another one. */
    public Optional<String> driver() {
        RunConfig config = run.result().configured();
        List<String> drivers = Stream.of(config.producerDriver(), config.consumerDriver())
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        return drivers.isEmpty() ? Optional.empty() : Optional.of(String.join("/", drivers));
    }

    /**
     * Requested destinations and loads of all producers, or of consumers alone: {@code TEST_QUEUE, 1000/s}. With several
     * destinations the first one and the number of others.
     */
    public Optional<String> load() {
        RunConfig config = run.result().configured();
        return Stream.of(config.producers(), config.consumers())
                .filter(groups ->
                        groups.stream().anyMatch(group -> !group.destinations().isEmpty()))
                .map(RunFacts::load)
                .findFirst();
    }

    private static String load(List<RunConfig.Group> groups) {
        List<String> names = groups.stream()
                .flatMap(group -> group.destinations().stream())
                .distinct()
                .toList();
        String loads = groups.stream()
                .flatMap(group -> group.text("load").stream())
                .map(load -> load.replaceFirst("^constant ", ""))
                .distinct()
                .collect(Collectors.joining(" + "));
        return names.get(0).replaceFirst("^queue://", "")
                + (names.size() > 1 ? " +" + (names.size() - 1) : "")
                + (loads.isEmpty() ? "" : ", " + loads);
    }
}
