package dev.dyno.model.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.ProducerGroup.MissedSlots;
import dev.dyno.model.workload.ProducerGroup.OnSendFailure;
import dev.dyno.model.workload.SizeDistribution;
import dev.dyno.model.workload.Span;
import dev.dyno.model.workload.Workload;
import dev.dyno.model.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DynoWorkloadTest {

    private static final String LEAST = """
            producers: { to: queue://q }
            """;

    static Workload read(String text) {
        WorkloadFile file = WorkloadFile.of("w.yaml", text);
        assertThat(file.problems()).isEmpty();
        return file.workload();
    }

    static List<String> problems(String text) {
        return WorkloadFile.of("w.yaml", text).problems().stream()
                .map(YamlProblem::toString)
                .toList();
    }

    private static void assertUnreadable(Path file, String why) {
        assertThat(WorkloadFile.read(file).problems()).singleElement().hasToString(file + ": " + why);
    }

    @Test
    void theLeastFileHasADefaultForEverythingElse() {
        Workload workload = read(LEAST);
        assertThat(workload.name()).isEqualTo("w");
        assertThat(workload.seed()).isEqualTo(1);
        assertThat(workload.phases())
                .isEqualTo(new Phases(Duration.ZERO, Duration.ofMinutes(1), Duration.ofSeconds(30)));
        assertThat(workload.consumers()).isEmpty();
        ProducerGroup group = workload.producers().get(0);
        assertThat(group.destinations()).containsExactly(Destination.parse("queue://q"));
        assertThat(group.perDestination()).isOne();
        assertThat(group.load()).isEqualTo(LoadShape.ALL_OUT);
        assertThat(group.mode()).isEqualTo(SendMode.ASYNC);
        assertThat(group.maxPending()).isOne();
        assertThat(group.span()).isEqualTo(Span.WHOLE);
        assertThat(group.message().sizes()).isEqualTo(SizeDistribution.fixed(1024));
    }

    /** Files of before the settings were declared have such texts, and each is the value that it is. */
    @Test
    void aTextOfAFileIsTakenAsItStandsThereAlsoAnEmptyOne() {
        String file = "{ name: %1$s, producers: { to: queue://q, message: { group: %1$s } },"
                + " consumers: { from: queue://q, selector: %1$s } }";
        for (String text : List.of("", " a = 1")) {
            Workload workload = read(file.formatted('"' + text + '"'));
            assertThat(workload.name()).isEqualTo(text);
            assertThat(workload.producers().get(0).message().group()).contains(text);
            assertThat(workload.consumers().get(0).selector()).contains(text);
        }
        Workload absent = read(file.formatted("~"));
        assertThat(absent.name()).isEqualTo("w");
        assertThat(absent.producers().get(0).message().group()).isEmpty();
        assertThat(absent.consumers().get(0).selector()).isEmpty();
    }

    /** See docs/adr/0031: what is due in one second, of each producer; one where no rate is asked for, and what is given where it is. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    rate: 5000/s                                                | 5000
                    rate: 5000/s, count: 2                                      | 1250
                    rate: 1001/s                                                | 501
                    rate: 1/s                                                   | 1
                    rate: 1000000000/s                                          | 1048576
                    rate: 5000/s, max-pending: 1                                | 1
                    rate: 5000/s, max-pending: 0                                | 0
                    rate: 5000/s, mode: sync                                    | 1
                    rate: 5000/s, arrivals: poisson                             | 2500
                    load: 'ramp 10000/s to 20/s in 5s'                          | 5000
                    load: 'steps 100/s for 1s, 6000/s for 1s, 0/s for 1s'       | 3000
                    load: 'burst 0/s for 1s, 400/s for 10ms'                    | 200
                    count: 3                                                    | 1
                    """)
    void whatIsDueInASecondMayBeInFlight(String keys, int maxPending) {
        String to = keys.contains("1000000000") || keys.equals("rate: 5000/s") ? "queue://a" : "[queue://a, queue://b]";
        assertThat(read("{ name: w, producers: { to: " + to + ", " + keys + " }, consumers: { from: queue://a } }")
                        .producers()
                        .get(0)
                        .maxPending())
                .isEqualTo(maxPending);
    }

    @Test
    void everyKeyIsRead() {
        Workload workload = read("""
                name: everything
                description: >
                  All keys there are
                seed: 7
                partitions: 3
                destinations:
                  orders: { queue: orders-%03d, count: 2 }
                  prices: { topic: prices }
                producers:
                  - { name: shop, to: [orders, topic://extra], count: 2, rate: 500/s, arrivals: poisson, missed: skip,
                      max-pending: 10, threads: 2, shared-connections: true, messages: 1000, on-failure: count, start: 1s,
                      stop: 20s, message: { body: text, size: 100..200, persistent: true, priority: 9, ttl: 5s, group: g,
                        id: true, timestamp: true, properties: { colour: red, amount: 5, price: 1.5, sold: true } } }
                  - to: prices
                    load: ramp 10/s to 20/s in 5s
                    mode: transacted
                    commit-interval: 50
                consumers:
                  - { name: warehouse, from: orders, count: 3, ack: client, commit-interval: 5, mode: poll,
                      poll-interval: 2ms, think-time: 1ms, start: 2s, stop: 10s, selector: "colour = 'red'",
                      begin: earliest, rate: 200/s, exit-when: empty, await-alone: 70s, connections: 1, messages: 10 }
                  - { from: prices, subscriptions: 2, durable: true }
                phases: { warmup: 5s, measure: 25s, drain: 10s }
                """);
        assertThat(workload.name()).isEqualTo("everything");
        assertThat(workload.seed()).isEqualTo(7);
        assertThat(workload.phases())
                .isEqualTo(new Phases(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(10)));
        ProducerGroup shop = workload.producers().get(0);
        assertThat(shop.destinations())
                .containsExactly(
                        Destination.parse("orders-000"),
                        Destination.parse("orders-001"),
                        Destination.parse("topic://extra"));
        assertThat(shop.name()).contains("shop");
        assertThat(shop.perDestination()).isEqualTo(2);
        assertThat(shop.load()).isEqualTo(LoadShape.parse("constant 500/s poisson"));
        assertThat(shop.missedSlots()).isEqualTo(MissedSlots.SKIP);
        assertThat(shop.maxPending()).isEqualTo(10);
        assertThat(shop.threads()).isEqualTo(2);
        assertThat(shop.sharedConnections()).isTrue();
        assertThat(shop.messageCount()).isEqualTo(1000);
        assertThat(shop.onFailure()).isEqualTo(OnSendFailure.COUNT);
        assertThat(shop.span()).isEqualTo(new Span(Duration.ofSeconds(1), Optional.of(Duration.ofSeconds(20))));
        assertThat(shop.message().body()).isEqualTo(BodyType.TEXT);
        assertThat(shop.message().sizes()).isEqualTo(new SizeDistribution.Range(100, 200));
        assertThat(shop.message().persistent()).isTrue();
        assertThat(shop.message().priority()).contains(9);
        assertThat(shop.message().timeToLive()).isEqualTo(Duration.ofSeconds(5));
        assertThat(shop.message().group()).contains("g");
        assertThat(shop.message().properties())
                .isEqualTo(Map.of("colour", "red", "amount", 5L, "price", 1.5, "sold", true));
        ProducerGroup transacted = workload.producers().get(1);
        assertThat(transacted.load()).isEqualTo(LoadShape.parse("ramp 10/s to 20/s in 5s"));
        assertThat(transacted.mode()).isEqualTo(SendMode.TRANSACTED);
        assertThat(transacted.commitInterval()).isEqualTo(50);
        ConsumerGroup polling = workload.consumers().get(0);
        assertThat(polling)
                .isEqualTo(ConsumerGroup.of(
                        List.of(Destination.parse("orders-000"), Destination.parse("orders-001")), parts -> {
                            parts.perSubscription = 3;
                            parts.ack = AckMode.CLIENT;
                            parts.commitInterval = 5;
                            parts.mode = ConsumerGroup.Mode.POLL;
                            parts.pollInterval = Duration.ofMillis(2);
                            parts.thinkTime = Duration.ofMillis(1);
                            parts.span = new Span(Duration.ofSeconds(2), Optional.of(Duration.ofSeconds(10)));
                            parts.selector = Optional.of("colour = 'red'");
                            parts.from = ConsumerGroup.From.EARLIEST;
                            parts.connections = 1;
                            parts.messageCount = 10;
                            parts.rate = Optional.of(Rate.perSecond(200));
                            parts.exitWhen = Optional.of(ConsumerGroup.ExitWhen.EMPTY);
                            parts.awaitAlone = Optional.of(Duration.ofSeconds(70));
                            parts.name = Optional.of("warehouse");
                        }));
        assertThat(workload.consumers().get(1).sharedSubscriptions()).isEqualTo(2);
        assertThat(workload.consumers().get(1).durable()).isTrue();
    }

    @Test
    void allThatIsWrongIsReportedAtOnceWithItsLine() {
        assertThat(problems("""
                        nam: x
                        producers:
                          - to: ordrs
                            rate: 5 per hour
                            message: { size: 10 }
                          - to: queue://q
                            mode: sync
                            max-pending: 4
                            max-pending: 5
                        consumers:
                          - count: 0
                            ack: maybe
                        phases: { measure: 1x }
                        """)).containsExactly("""
                        w.yaml:1:1: unknown key 'nam'; must be one of name, description, seed, partitions, destinations, phases, producers, consumers, faults, reconnect, reconnect-delay, profile, fresh-names, wait-for-quiet, require, fail-if, abort-if, tags, price, processors, slo, workers, producer-workers, consumer-workers, broker-on, listen, await-workers, on-worker-loss. Did you mean name?
                            nam: x
                            ^""", """
                        w.yaml:3:9: to: ordrs; must be one of the destinations, or queue://NAME or topic://NAME.
                              - to: ordrs
                                    ^""", """
                        w.yaml:4:11: rate: "5 per hour"; must be a number, with /s, /min or /h, like 30000/s, 0.5/s, 1.5k/s or 90/min; a bare number is per second.
                                rate: 5 per hour
                                      ^""", """
                        w.yaml:5:22: size: 10; must be at least 48 bytes, which the head of each message takes.
                                message: { size: 10 }
                                                 ^""", """
                        w.yaml:8:18: max-pending: 4; mode sync has one send in flight per producer. Leave max-pending out, or raise count.
                                max-pending: 4
                                             ^""", """
                        w.yaml:9:5: 'max-pending' is given twice; leave one of them out.
                                max-pending: 5
                                ^""", """
                        w.yaml:11:5: from: is missing; must name one of the destinations, or queue://NAME or topic://NAME.
                              - count: 0
                                ^""", """
                        w.yaml:11:12: count: 0; must be a whole number from 1 to 100000.
                              - count: 0
                                       ^""", """
                        w.yaml:12:10: ack: maybe; must be one of auto, client, dups-ok, individual, transacted.
                                ack: maybe
                                     ^""", """
                        w.yaml:13:20: measure: 1x; must be a duration, like 250us, 10s or 1h30m, above 0, or until stopped.
                            phases: { measure: 1x }
                                               ^""");
    }

    @Test
    void namesOfGroupsAreReadAndWordsWithoutSpaces() {
        Workload workload = read("""
                producers:
                  - { name: web, to: queue://a }
                  - { name: web, to: queue://b }
                  - { to: queue://b }
                consumers:
                  - { name: orders, from: queue://a }
                  - { name: web, from: queue://b }
                """);
        assertThat(workload.producers())
                .extracting(ProducerGroup::name)
                .containsExactly(Optional.of("web"), Optional.of("web"), Optional.empty());
        assertThat(workload.consumers())
                .extracting(ConsumerGroup::name)
                .containsExactly(Optional.of("orders"), Optional.of("web"));
        assertThat(problems("""
                        producers: { name: web orders, to: queue://a }
                        """)).containsExactly("""
                        w.yaml:1:20: name: \"web orders\"; must be a name of at most 40 letters, digits, ., _ and -.
                            producers: { name: web orders, to: queue://a }
                                               ^""");
    }

    /** A message that did not come would be missing to neither. */
    @ParameterizedTest
    @CsvSource({"queue://a, queue://a, true", "topic://a, topic://a, false", "queue://a, queue://b, false"})
    void groupsWithDifferentNamesDoNotShareAQueue(String one, String other, boolean refused) {
        String file = "consumers: [{ name: fast, from: %s }, { %s from: %s }]";
        String sentence =
                "w.yaml:1:12: consumers: " + one + " has consumers of groups with different names, and each of its"
                        + " messages could go to any; give these groups one name, or none.";
        for (String name : List.of("name: slow,", "")) {
            assertThat(problems(file.formatted(one, name, other)))
                    .extracting(problem -> problem.lines().findFirst().orElseThrow())
                    .isEqualTo(refused ? List.of(sentence) : List.of());
        }
        assertThat(problems(file.formatted(one, "name: fast,", other))).isEmpty();
        assertThat(
                        problems(
                                "consumers: [{ name: fast, from: topic://a, subscriptions: 1 }, { from: topic://a, subscriptions: 1 }]"))
                .hasSize(1);
    }

    @Test
    void whatContradictsItselfIsRefused() {
        assertThat(problems("""
                        destinations:
                          many: { queue: q, count: 2 }
                          both: { queue: q, topic: t }
                        producers:
                          - { to: queue://q, rate: 1/s, load: all-out }
                          - { to: queue://q, arrivals: poisson }
                          - { to: queue://q, missed: skip }
                          - { to: queue://q, commit-interval: 5 }
                          - { to: queue://q, start: 2m, stop: 1m }
                        consumers:
                          - { from: queue://q, subscriptions: 2, durable: true }
                          - { from: queue://q, commit-interval: 2 }
                          - { from: queue://q, poll-interval: 2ms }
                          - { from: queue://r, ack: individual, reject: 1%, reply-to: queue://s }
                        """))
                .extracting(problem -> problem.lines().findFirst().orElseThrow())
                .containsExactlyElementsOf("""
                        w.yaml:2:18: queue: q; must have the number in it, like q-%03d, where count is more than 1.
                        w.yaml:3:9: both: must have either a queue or a topic, like { queue: orders-%03d, count: 10 }.
                        w.yaml:5:28: rate: contradicts load; leave one of them out.
                        w.yaml:6:32: arrivals: poisson; needs a rate to vary. Give rate or load.
                        w.yaml:7:30: missed: skip; needs slots to miss. Give rate or load.
                        w.yaml:8:39: commit-interval: 5; there is nothing to commit. Use mode transacted, or leave it out.
                        w.yaml:9:29: start: 2m; must be before the end of the load, which is 60s long. Begin earlier, or make the load longer.
                        w.yaml:9:39: stop: 1m; must be after start.
                        w.yaml:9:39: stop: 1m; must be before the end of the load, which is 60s long. Leave it out, or make the load longer.
                        w.yaml:11:39: subscriptions: 2; a queue has no subscriptions. Use topic://NAME, or leave it out.
                        w.yaml:11:51: durable: makes durable subscriptions, and a queue has none; use topic://NAME, or leave it out.
                        w.yaml:12:41: commit-interval: 2; there is nothing to commit or acknowledge. Give ack transacted or ack client.
                        w.yaml:13:39: poll-interval: 2ms; has no effect without mode poll. Give that, or leave it out.
                        w.yaml:14:49: reject: 1%; a rejected request has no reply, which would be missed. Leave it out, or reply-to.
                        """.lines().toList());
    }

    @Test
    void consumersOfATopicThatComeLaterNeedADurableSubscriptionOrProducers() {
        String late = "consumers: [ { from: [topic://t], start: 2s } ]\n";
        assertThat(problems(late))
                .singleElement(STRING)
                .startsWith("w.yaml:1:42: start: a topic keeps nothing for a consumer that comes later; use a queue or"
                        + " durable.");
        assertThat(problems(late.replace("2s", "2s, durable: true"))).isEmpty();
        assertThat(problems(late.replace("topic", "queue"))).isEmpty();
        assertThat(problems("producers: [ { to: topic://t } ]\n" + late)).isEmpty();
    }

    @Test
    void aFileThatIsNoMappingOrNotThereIsOneProblem() {
        assertThat(problems("")).first().isEqualTo("w.yaml: the file is empty.");
        assertThat(problems("- a")).first().asString().startsWith("w.yaml:1:1: must be a mapping of keys to values.");
        assertThat(problems("a: [")).first().asString().startsWith("w.yaml:");
        assertUnreadable(Path.of("none", "such.yaml"), "there is no such file.");
    }

    @Test
    void fileThatIsNoTextOrAFolderIsOneSentence(@TempDir Path folder) throws IOException {
        Path picture = Files.write(folder.resolve("p.yaml"), new byte[] {(byte) 0x89, 'P', 'N', 'G', (byte) 0xff});
        assertUnreadable(picture, "is not text in UTF-8; save it as that.");
        assertUnreadable(folder, "is a folder; must be a file.");
    }

    @Test
    void fileThatHasNoEndIsOneSentence(@TempDir Path folder) throws IOException {
        assertUnreadable(Path.of("/dev/zero"), "is a pipe or a device; must be a file.");
        Path large = Files.write(folder.resolve("large.yaml"), new byte[(1 << 20) + 1]);
        assertUnreadable(large, "is too large; must have at most 1 MiB.");
        assertThat(problems("a: " + "[".repeat(100_000)))
                .singleElement(STRING)
                .startsWith("w.yaml:1:103: has more than 100 levels; must have fewer.")
                .hasSizeLessThan(500);
        assertThat(problems("{a: ".repeat(30_000))).singleElement(STRING).contains("has more than 100 levels");
    }

    @Test
    void nobodyToLoadTheBrokerIsRefused() {
        assertThat(problems("name: x"))
                .containsExactly("w.yaml:1:1: there are no clients; must have producers, consumers, or both.\n"
                        + "    name: x\n    ^");
    }
}
