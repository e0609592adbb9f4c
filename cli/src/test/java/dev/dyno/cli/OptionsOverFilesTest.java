package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options of {@code dyno run} over what its files say. */
class OptionsOverFilesTest extends WithDyno {

    private static final String FILE = """
            name: two
            producers:
              - { name: web, to: "queue://A", load: "ramp 10/s to 20/s in 1s", message: { size: 100 } }
            consumers: { from: "queue://A" }
            phases: { warmup: 0s, measure: 1m, drain: 1s }
            """;

    private static final String OMB = """
            { topics: 1, partitionsPerTopic: 1, messageSize: 100, subscriptionsPerTopic: 1, consumerPerSubscription: 1,
              producersPerTopic: 1, producerRate: 10, warmupDurationMinutes: 1, testDurationMinutes: 1 }
            """;

    private String config(String options, String text) throws IOException {
        return dyno.type("run %s --broker sim --print-config " + options, file("load.yaml", text))
                .good()
                .out();
    }

    @Test
    void rateDurationAndTheRestAreTakenOverTheFile() throws IOException {
        assertThat(config(
                        "--rate 500 --duration 300ms --message-size 1KiB --consumers 2 --think-time 1ms --name x",
                        FILE))
                .contains("name: x", "rate: 500/s", "measure: 300ms", "size: 1KiB", "think-time: 1ms", "# flag --rate")
                .containsPattern("consumers:\n(.*\n)*? +(- )?count: 2 ")
                .doesNotContain("ramp 10");
        dyno.type("run %s --broker sim --rate 500 --duration 300ms", file("load.yaml", FILE))
                .ended(Exit.GOOD);
        Map<String, String> stored = Listing.run(place()).result().configured().flat();
        assertThat(stored).containsEntry("producers[0].load", "constant 500/s").containsEntry("duration", "300ms");
    }

    @Test
    void theWarmupThatAnOptionGivesIsPartOfTheDuration() throws IOException {
        assertThat(config("--duration 10s --warmup 4s", FILE)).contains("warmup: 4s", "measure: 6s");
        dyno.type("run %s --broker sim --duration 3s --warmup 4s", file("load.yaml", FILE))
                .refused("--duration: \"3s with a warm-up of 4s\"; must be");
    }

    @Test
    void filesOfTheOpenMessagingBenchmarkTakeThemToo() throws IOException {
        assertThat(config("--rate 500 --duration 2s --warmup 0", OMB))
                .contains("rate: 500/s", "measure: 2s", "size: 100", "subscriptions: 1");
    }

    @Test
    void allGroupsTakeAnOptionButOneThatIsOfAll() throws IOException {
        String two = FILE.replace(
                "consumers:", "  - { name: batch, to: \"queue://A\", rate: 5/s, message: { size: 200 } }\nconsumers:");
        assertThat(config("--message-size 300", two)).doesNotContain("size: 100", "size: 200");
        dyno.type("run %s --broker sim --rate 5", file("two.yaml", two))
                .refused("--rate: is of one group of producers, and ", "two.yaml has 2. Set it in the file.");
        dyno.type("run %s --broker sim --rate 5", file("c.yaml", "consumers: { from: queue://q }"))
                .refused("--rate: there are no producers here; leave it out.");
        dyno.type("run %s --broker sim --rate fast", file("load.yaml", FILE))
                .refused("--rate: fast; must be a number, with /s");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --rate 1000/s --schedule 'ramp 1/s to 9/s in 5s' | --rate: contradicts --schedule; leave one of them out.
            --sync --commit-interval 10 | --sync: contradicts --commit-interval 10, whose sends wait for the commit only; leave one of them out.
            --tx --ack-mode client | --tx: contradicts --ack-mode client; leave one of them out.
            """)
    void optionsThatContradictEachOtherAreRefusedAsForALoadWithoutAFile(String options, String sentence)
            throws IOException {
        assertThat(dyno.type("run %s --broker sim " + options, file("load.yaml", FILE))
                        .ended(Exit.USAGE)
                        .errLines())
                .first()
                .isEqualTo("dyno run: " + sentence);
    }

    /** Dyno's own values for what such a file does not say: sends in flight, bodies, and how they are sent. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --sync | mode: sync | max-pending
            --commit-interval 10 | mode: transacted | max-pending
            --messages-per-connection 5 | messages-per-connection: 5 | max-pending
            --payload-file pom.xml | payload-file: pom.xml | compressibility
            --message-size 2MiB | size: 2MiB | payloads: 1000
            --rate 500 | max-pending: 10000 | sync:
            """)
    void valuesThatAFileOfTheOpenMessagingBenchmarkDoesNotHaveContradictNoOption(
            String options, String there, String absent) throws IOException {
        assertThat(config(options, OMB).replaceAll("(?m)(^| )#.*", ""))
                .contains(there)
                .doesNotContain(absent);
    }

    @Test
    void aRefusalOfAFileOfTheOpenMessagingBenchmarkNamesNoLineOfAnother() throws IOException {
        String many = OMB.replace("{", "{ useRandomizedPayloads: true, randomizedPayloadPoolSize: 1001, ");
        String file = file("many.yaml", many);
        assertThat(dyno.type("run %s --broker sim --message-size 2MiB", file)
                        .ended(Exit.USAGE)
                        .errLines())
                .first()
                .asString()
                .startsWith("dyno run: " + file + ": payloads: 1001; they must fit into 1GiB of memory. Give fewer");
        String missing = file("missing.yaml", OMB);
        assertThat(dyno.type("run %s --broker sim --payload-file none", missing)
                        .ended(Exit.USAGE)
                        .errLines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("dyno run: --payload-file: none; must be ");
    }
}
