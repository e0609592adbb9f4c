package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import dev.dyno.model.result.FigureMark.Kind;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Percentile;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunConfig;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Unit;
import dev.dyno.model.result.Verdict;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds circumstances that make two sides hard to compare. */
final class Notices {

    /**
     * Facts of the semantics card that leave the meaning of an acknowledgement as it is: who answers, how clients connect, and how
     * messages are batched, buffered, spread and handed out.
     */
    private static final Set<String> SAME_MEANING = names("""
            broker, brokers, client, script, tls, security, recovery,
            linger, batch, batching, batching delay, compression, send buffer, send maximum, requests in flight, delivery timeout,
            pending messages, pending bytes, blocks if full, io, producer window, large message from, copies messages,
            prefetch, max ack pending, receiver queue, receive maximum, messages a poll, fetch, consumer window, consumers,
            keys, partitions, order, group protocol""");

    /** Prefix of facts about the broker. */
    private static final String OF_BROKER = "broker ";

    /**
     * Facts about the broker, without {@link #OF_BROKER}, that change what is compared: knobs that decide an acknowledgement by
     * their recipes, the disk, and what takes time from the broker or its clients. Others, like version, heap and limits, do not.
     */
    private static final Set<String> OTHER_MEANING = names("""
            acknowledgment-at-batch-index, address-full-policy, autosave-seconds, backlog-quota-policy,
            concurrent-store-and-dispatch, flush-interval, flush-messages, jetstream, journal-datasync, journal-disk-sync,
            journal-disk-sync-interval, journal-sync, journal-type, overflow-policy, persistence, persistence-enabled, store,
            sync-interval, data-file-system, profiled, network""");

    /** Facts that tell brokers apart that Dyno did not start; of those that it did, they say only the version or the host. */
    private static final Set<String> OF_OTHERS = names("broker features, cluster");

    /** Parts of the configuration that are not compared: they differ in every run, only affect observation, or are on a card. */
    private static final Set<String> NO_MATTER = names("""
            producerTarget.url, consumerTarget.url, producerTarget.driver, consumerTarget.driver,
            resources.brokerMetrics, nameSuffix, require, pricePerHour""");

    /** Names of differences that are no facts of the semantics card. */
    private static final String DRIVER = "driver";

    private static final String BROKER = "broker";
    private static final String MACHINE = "machine";

    private static final List<String> OF_DRIVER = List.of("producerTarget.properties.", "consumerTarget.properties.");

    /** Share by which the processors of one side must be slower to be mentioned. */
    private static final double SLOWER = 0.1;

    private Notices() {}

    private static Set<String> names(String list) {
        return Set.of(list.split(",\\s+"));
    }

    /** @param varied whether everything that differs between the configurations was set so for this comparison */
    static List<Notice> of(Side a, Side b, boolean varied) {
        List<Notice> notices = new ArrayList<>();
        semantics(a, b, notices);
        List<Difference> environments = differences(a, b, run -> run.result().environment());
        if (!environments.isEmpty()) {
            notices.add(Notice.warning(
                    "the environments differ: machines or builds of Dyno may make the difference.", environments));
        }
        slower(a, b).or(() -> slower(b, a)).ifPresent(notices::add);
        configured("the driver properties differ", differences(a, b, run -> flat(run.result(), true)), varied, notices);
        configured("the workloads differ", differences(a, b, run -> flat(run.result(), false)), varied, notices);
        List<Difference> tags = tags(a, b);
        if (!tags.isEmpty()) {
            notices.add(Notice.note("the tags differ.", tags));
        }
        verdicts(a, notices);
        verdicts(b, notices);
        unfinished(a, notices);
        unfinished(b, notices);
        marks(a, b, notices);
        carriedOver(a, notices);
        carriedOver(b, notices);
        return notices;
    }

    /** Notice that the processors were slower in each run of one side than in all of the other, by {@link #SLOWER} or more. */
    private static Optional<Notice> slower(Side slow, Side fast) {
        return slow.runs().stream()
                .map(run -> fast.runs().stream()
                        .map(other -> speed(run)
                                .flatMap(in -> speed(other).flatMap(in::below))
                                .orElse(0.0))
                        .min(Double::compare)
                        .orElse(0.0))
                .min(Double::compare)
                .filter(share -> share >= SLOWER)
                .map(share -> Notice.warning(
                        "the processors were " + Unit.PERCENT.text(100 * share) + " slower or more in " + slow.name()
                                + " than in " + fast.name()
                                + ", by a fixed calculation each second: that alone changes rates and latencies.",
                        List.of()));
    }

    private static Optional<ResourceSummary.Values> speed(RunSummary run) {
        return run.result().resources(ResourceSample.HOST).flatMap(host -> host.get(ResourceMetric.CPU_SPEED));
    }

    private static List<Difference> tags(Side a, Side b) {
        return differences(a, b, run -> run.result().configured().tags());
    }

    private static void carriedOver(Side side, List<Notice> notices) {
        counted(side, run -> run.result().carriedOver() > 0)
                .ifPresent(runs -> notices.add(Notice.note(
                        runs
                                + " had more than the asked rate: messages that were due in the warm-up were acknowledged after it.",
                        List.of())));
    }

    private static void configured(String what, List<Difference> all, boolean varied, List<Notice> notices) {
        if (!all.isEmpty()) {
            notices.add(varied ? Notice.note(what + ", as they were set.", all) : Notice.warning(what + ".", all));
        }
    }

    private static void unfinished(Side side, List<Notice> notices) {
        counted(side, run -> run.latencies().values().stream()
                        .anyMatch(values -> !values.of(Percentile.P999).isExact()))
                .ifPresent(runs -> notices.add(Notice.warning(
                        runs
                                + " ended with messages unsent, unacknowledged or undelivered: for percentiles that"
                                + " depend on them only bounds are known. They are compared by the bounds that make the"
                                + " difference smallest.",
                        List.of())));
    }

    /** Number of the runs of a side that meet a condition, in words; empty if there are none. */
    private static Optional<String> counted(Side side, Predicate<RunSummary> kind) {
        long such = side.runs().stream().filter(kind).count();
        return such > 0 ? Optional.of(count(such, side)) : Optional.empty();
    }

    /** Adds a note with the standard figures that have marks, and the kinds of their marks. */
    private static void marks(Side a, Side b, List<Notice> notices) {
        List<String> marked = new ArrayList<>();
        for (Side side : List.of(a, b)) {
            for (Figure figure : Figures.of(Use.STANDARD)) {
                String kinds = side.marks(figure, Side.headline(a, b)).stream()
                        .map(Kind::word)
                        .collect(Collectors.joining(", "));
                if (!kinds.isEmpty() && !a.runs().isEmpty() && !b.runs().isEmpty()) {
                    marked.add(side.name() + " " + figure.name() + " (" + kinds + ")");
                }
            }
        }
        if (!marked.isEmpty()) {
            notices.add(Notice.note(
                    "figures with ~ are not only the broker's, or not well known, in some run: "
                            + String.join(", ", marked) + ".",
                    List.of()));
        }
    }

    /**
     * Differences that change what is compared: in broker, driver, meaning of an acknowledgement, machine. If brokers or drivers
     * differ, a fact of the card that only one side has is left out, because it follows from their names.
     */
    static List<Difference> meaning(Side a, Side b) {
        List<Difference> all = new ArrayList<>(differences(a, b, run -> names(run)));
        boolean areOthers = !all.isEmpty();
        meaningOfCard(a, b).stream()
                .filter(difference -> difference.isOfBoth() || !areOthers)
                .forEach(all::add);
        all.addAll(machine(a, b));
        return all;
    }

    /** A note for each allowed difference that {@link #meaning} never has for these runs. */
    static List<Notice> withoutEffect(Set<String> allowed, Side a, Side b) {
        Set<String> known = new TreeSet<>(Set.of(DRIVER, BROKER, MACHINE));
        boolean isStarted = isStarted(a, b);
        runs(a, b)
                .flatMap(run -> run.result().semantics().facts().keySet().stream())
                .filter(fact -> changesMeaning(fact, isStarted))
                .forEach(known::add);
        return allowed.stream()
                .filter(name -> !known.contains(name))
                .sorted()
                .map(name -> Notice.note(
                        "--allow-difference: " + name + "; no run here is refused for it. Must be one of "
                                + String.join(", ", known) + ".",
                        List.of()))
                .toList();
    }

    /**
     * Difference in the processors, by those of their facts that all runs state. Kernel and JVM do not count, because they may be
     * updated on one machine.
     */
    private static List<Difference> machine(Side a, Side b) {
        List<String> stated = Stream.of("processor", "architecture", "processors")
                .filter(fact ->
                        runs(a, b).allMatch(run -> run.result().environment().containsKey(fact)))
                .toList();
        return differences(
                a,
                b,
                run -> Map.of(
                        MACHINE,
                        stated.stream()
                                .map(fact ->
                                        ofWorkers(run.result().environment().getOrDefault(fact, "")))
                                .collect(Collectors.joining(", "))));
    }

    /** Value of a fact of several workers in an order that does not depend on them. */
    private static String ofWorkers(String value) {
        return Stream.of(value.split(" \\| ", -1)).distinct().sorted().collect(Collectors.joining(" | "));
    }

    private static Stream<RunSummary> runs(Side a, Side b) {
        return Stream.of(a, b).flatMap(side -> side.runs().stream());
    }

    /**
     * Most important differences of two sides: in driver and broker or, if these are equal, in version and configuration, else in
     * the card, else in the tags.
     */
    static List<Difference> essence(Side a, Side b) {
        List<Difference> names = differences(a, b, run -> names(run));
        List<Difference> settings = differences(a, b, run -> settings(run));
        List<Difference> card = card(a, b);
        return !names.isEmpty() ? names : !settings.isEmpty() ? settings : !card.isEmpty() ? card : tags(a, b);
    }

    /** Version of the broker, and configuration by short names. */
    private static Map<String, String> settings(RunSummary run) {
        Map<String, String> settings = flat(run.result(), false);
        flat(run.result(), true)
                .forEach((path, value) -> settings.put(path.replaceFirst("^.*\\.properties\\.", ""), value));
        run.brokerVersion().ifPresent(version -> settings.put("broker version", version));
        return settings;
    }

    /** Names of driver and broker, without the version in the name of a broker that Dyno did not start. */
    private static Map<String, String> names(RunSummary run) {
        Map<String, String> names = new TreeMap<>();
        run.driver().ifPresent(driver -> names.put(DRIVER, driver));
        run.broker().ifPresent(broker -> names.put(BROKER, broker.replaceFirst("[ /-]v?\\d.*", "")));
        return names;
    }

    private static List<Difference> card(Side a, Side b) {
        return differences(a, b, run -> run.result().semantics().facts());
    }

    /** Differences of the card by which an acknowledgement may mean another thing. */
    private static List<Difference> meaningOfCard(Side a, Side b) {
        boolean isStarted = isStarted(a, b);
        return card(a, b).stream()
                .filter(difference -> changesMeaning(difference.fact(), isStarted))
                .toList();
    }

    /** Whether Dyno started the brokers of all runs. */
    private static boolean isStarted(Side a, Side b) {
        return runs(a, b).allMatch(run -> run.result().semantics().facts().containsKey("broker broker"));
    }

    private static boolean changesMeaning(String fact, boolean isStarted) {
        if (OF_OTHERS.contains(fact)) {
            return !isStarted;
        }
        return fact.startsWith(OF_BROKER)
                ? OTHER_MEANING.contains(fact.substring(OF_BROKER.length()))
                : !SAME_MEANING.contains(fact);
    }

    private static void semantics(Side a, Side b, List<Notice> notices) {
        List<Difference> all = card(a, b);
        if (all.isEmpty()) {
            return;
        }
        List<Difference> meaning = meaningOfCard(a, b);
        notices.add(
                meaning.isEmpty()
                        ? Notice.note(
                                "the semantics cards differ, but an acknowledgement means the same on both sides.", all)
                        : Notice.meaning(Stream.concat(meaning.stream(), all.stream())
                                .distinct()
                                .toList()));
    }

    /** Differences between the sides; none if a side has no runs, as with a gate without a baseline. */
    private static List<Difference> differences(Side a, Side b, Function<RunSummary, Map<String, String>> facts) {
        return a.runs().isEmpty() || b.runs().isEmpty() ? List.of() : Difference.between(a.runs(), b.runs(), facts);
    }

    private static void verdicts(Side side, List<Notice> notices) {
        for (Verdict.Level level : List.of(Verdict.Level.INVALID, Verdict.Level.SUSPECT)) {
            List<RunSummary> such = side.runs().stream()
                    .filter(run -> run.verdict().level() == level)
                    .toList();
            if (!such.isEmpty()) {
                notices.add(Notice.warning(
                        count(such.size(), side) + " " + (such.size() == 1 ? "is " : "are ") + level + ": "
                                + reasons(such) + ".",
                        List.of()));
            }
        }
    }

    /** {@code The only run of A} or {@code 2 of 3 runs of A}; a name that is just {@code run} is left out. */
    static String count(long some, Side side) {
        int all = side.runs().size();
        String of = side.name().equals("run") ? "" : " of " + side.name();
        return all == 1 ? "The only run" + of : some + " of " + all + " runs" + of;
    }

    /** Codes of the verdicts' reasons with the number of runs, most frequent first; without any, that a user marked the runs. */
    static String reasons(List<RunSummary> runs) {
        Map<String, Long> codes = runs.stream()
                .flatMap(run -> run.result().verdict().reasons().stream()
                        .map(Finding::code)
                        .distinct())
                .collect(Collectors.groupingBy(code -> code, TreeMap::new, Collectors.counting()));
        return codes.isEmpty()
                ? "marked so by hand"
                : codes.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .map(code -> code.getKey() + (runs.size() == 1 ? "" : " (" + code.getValue() + ")"))
                        .collect(Collectors.joining(", "));
    }

    /** Notice with the names of runs that are left out, and the reasons. */
    static Notice leftOut(Side side, List<RunSummary> left) {
        String runs = left.stream()
                .map(run -> run.result().shortId() + ", "
                        + (run.result().outcome().success() ? "INVALID: " + reasons(List.of(run)) : "which failed"))
                .collect(Collectors.joining("; "));
        return Notice.warning("left out of " + side.name() + ": " + runs + ".", List.of());
    }

    /** Configuration of a run as paths and values: only that of the driver and its client library, or everything else. */
    private static Map<String, String> flat(RunResult result, boolean ofDriver) {
        Map<String, String> flat = new TreeMap<>(result.configured().flat());
        flat.keySet().removeIf(path -> path.startsWith(RunConfig.TAGS + '.'));
        // A load that is a share of a held rate is compared by its share: the rate itself is a result and differs in
        // each run.
        result.configured().held().ifPresent(held -> {
            flat.keySet()
                    .removeIf(
                            path -> path.startsWith(RunConfig.HELD + '.') || path.matches("producers\\[\\d+]\\.load"));
            flat.put("producers[].load", held.replaceFirst(" = .*", ""));
        });
        flat.keySet().removeIf(path -> NO_MATTER.contains(path.replaceFirst("\\[\\d+]$", "")));
        flat.keySet().removeIf(path -> OF_DRIVER.stream().anyMatch(path::startsWith) != ofDriver);
        return flat;
    }
}
