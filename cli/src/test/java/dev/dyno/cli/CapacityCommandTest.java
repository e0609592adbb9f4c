package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import dev.dyno.report.console.CapacityLines;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.CapacityFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches on the simulated broker, and command lines that are no search. */
class CapacityCommandTest extends WithDyno {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --duration 20 queue://Q | --duration: a search ends when it has its answer; leave it out, or give --within.
            --warmup 5 queue://Q | --warmup: a search warms the broker up by overloads of its own; leave it out.
            --fail-if 'p99(end-to-end) > 50ms' queue://Q | --fail-if: judges the whole load, and a search overloads the broker for part of it; give the condition as --slo.
            --abort-if 'rate < 50/s' queue://Q | --abort-if: judges the whole load
            --require p99 queue://Q | --require: judges the whole load
            --a broker=sim queue://Q | --b: is missing; must be a setup, like broker=artemis:2.7.0.
            --b broker=sim queue://Q | --a: is missing; must be a setup, like broker=artemis:2.6.3.
            --a broker=sim --b broker=sim queue://Q | --b: is the same setup as --a. To search one setup several times, give --starts.
            --a broker=sim,driver.service=1ms --b driver.service=1ms queue://Q | --b: is the same setup as --a.
            --a broker=sim,workload.producers[0].rate=5 --b broker=sim queue://Q | workload.producers[0].rate=5; needs a workload file, and the load is given by options.
            --slo 'p99(end-to-end) > 20ms' queue://Q | --slo: p99(end-to-end) > 20ms
            --slo 'p99(beginning) < 20ms' queue://Q | --slo: "p99(beginning) < 20ms"; the latency must be one of
            --slo 'rate > 500/s' --slo 'sent-rate < 300/s' queue://Q | --slo: rate > 500/s, sent-rate < 300/s; leaves no rate to ask: at least 500/s and at most 300/s.
            --slo 'rate > 500/s' --slo 'rate < 300/s' queue://Q | --slo: rate > 500/s and rate < 300/s; cannot both hold. Leave one of them out.
            --starts 2 queue://Q | --starts: 2; must be 1, or from 3 to 100: two starts are too few for an interval of how starts differ.
            --within 5s queue://Q | --within: 5s
            --precision 0 queue://Q | --precision: 0
            """)
    void whatIsNoSearchIsOneSentence(String words, String sentence) {
        Ran ran = dyno.type("capacity --broker sim " + words).ended(Exit.USAGE);
        assertThat(ran.errLines().get(0)).startsWith("dyno capacity: " + sentence);
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void aBrokerThatDynoDoesNotStartHasOneStartOnly() {
        Ran ran = dyno.type("capacity --url tcp://127.0.0.1:1 --driver artemis --starts 3 queue://Q")
                .ended(Exit.USAGE);
        assertThat(ran.errLines().get(0))
                .startsWith("dyno capacity: --starts: 3; Dyno does not start the broker at the given URL");
    }

    /** Durations of the environment are for loads, like the phases of a file. */
    @Test
    void aDurationOfTheEnvironmentIsNotUsed() {
        Ran ran = dyno.with("DYNO_DURATION", "20")
                .type("capacity --broker sim --within 5s queue://Q")
                .ended(Exit.USAGE);
        assertThat(ran.err()).contains("--within: 5s").doesNotContain("URATION");
    }

    @Test
    void besideAFileTheEnvironmentIsNotUsedAndTypedOptionsAreRefused() throws IOException {
        String file = file("load.yaml", "producers: { to: queue://Q, rate: 5/s }\nconsumers: { from: queue://Q }\n");
        dyno.with("DYNO_DURATION", "20").with("DYNO_RATE", "7");
        Ran ran = dyno.type("capacity --broker sim --within 5s %s", file).ended(Exit.USAGE);
        assertThat(ran.err()).contains("--within: 5s").doesNotContain("is for a load without a workload file");
        for (String option : List.of("--rate 5", "--sync", "--tx")) {
            dyno.type("capacity --broker sim " + option + " %s", file)
                    .refused(option.replace(" 5", "")
                            + ": is for a load without a workload file; say it there, or leave the file out.");
        }
    }

    @Test
    @Tag("nightly")
    void besideAFileTheWindowOfTheEnvironmentIsNotUsedAndTheDefaultIsThatOfASearch() throws IOException {
        String file = file("load.yaml", "producers: { to: queue://Q, rate: 200/s }\nconsumers: { from: queue://Q }\n");
        dyno.with("DYNO_MAX_PENDING", "7")
                .type("capacity --broker sim --driver-property service=1ms --within 10s %s", file)
                .good();
        assertThat(Listing.run(place()).result().configured().flat()).containsEntry("producers[0].maxPending", "20000");
    }

    /** The first rate is the load's own, and a broker that serves a message in 1 ms takes no more than 1,000 a second. */
    @Test
    @Tag("nightly")
    void answerIsPrintedAndStoredWithItsSteps() throws IOException {
        Ran ran = dyno.type("capacity --broker sim --driver-property service=1ms --rate 200 --within 10s"
                        + " --slo 'p99(end-to-end) < 100ms'")
                .good();

        CapacityFile stored = CapacityFile.read(Listing.only(place())).orElseThrow();
        Capacity found = stored.capacity();
        assertThat(ran.out())
                .contains(CapacityLines.of(stored, "", Screen.WIDTH).get(0));
        assertThat(found.objectives()).containsExactly("p99(end-to-end) < 100ms");
        assertThat(found.low().orElseThrow()).isBetween(1.0, 1_050.0);
        assertThat(found.steps())
                .extracting(CapacityStep::purpose)
                .startsWith(CapacityStep.Purpose.GROW)
                .contains(CapacityStep.Purpose.HOLD);
        assertThat(found.steps().get(0).perSecond()).isEqualTo(200);
    }

    /**
     * The broker delivers one message in a thousand twice, or not at all, and takes 1,000 a second, of which only 500 are asked. That
     * none is lost needs no objective.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            duplicate | duplicate | --slo 'duplicate = 0' --slo 'rate < 500/s' | duplicate = 0, rate < 500/s
            lose      | lost      | --slo 'rate < 500/s' --drain 3             | rate < 500/s, lost = 0
            """)
    @Tag("nightly")
    void aRateAtWhichTheLedgerIsExceededIsMissed(String script, String figure, String options, String objectives) {
        Ran ran = dyno.type("capacity --broker sim --driver-property service=1ms --driver-property '" + script
                        + "=every 1000' --within 10s " + options)
                .ended(Exit.THRESHOLD);
        assertThat(ran.out())
                .containsPattern("capacity +less than 500 msg/s for this start   " + objectives + ", backlog bounded")
                .containsPattern("note +" + figure + " = 0 is missed from 500/s on: " + figure
                        + " was [1-9][0-9]* in the whole load, and");
    }

    /** A broker that serves a message in 1 ms takes 1,000 a second. */
    @Test
    @Tag("nightly")
    void twoSetupsHaveTheirCapacitiesTheirRatioAndTheirSteps() throws IOException {
        Ran ran = dyno.type(
                        "capacity --within 20s --a broker=sim,driver.service=1ms --b broker=sim,driver.service=500us")
                .ended(Exit.GOOD);
        String capacity =
                "  [0-9,]+ msg/s  \\(95 %: [0-9,]+ to [0-9,]+\\) for this start\\s+backlog bounded, no send failed";
        assertThat(ran.out())
                .containsPattern("capacity +A" + capacity)
                .containsPattern("capacity +B" + capacity)
                .containsPattern("B / A  [0-9.]+  \\([0-9.]+ to [0-9.]+, for these two starts\\)");
        List<Path> runs = runs();
        assertThat(runs).hasSize(2);
        assertThat(runs.get(0).resolve("searches.html"))
                .content()
                .contains("B / A", "<title>Asked and achieved rate</title>", ">A</text>", ">B</text>")
                .contains("<p>A: broker=sim, driver.service=1ms</p>", "<p>B: broker=sim, driver.service=500us</p>");
        for (int i = 0; i < 2; i++) {
            Capacity found = CapacityFile.read(runs.get(i)).orElseThrow().capacity();
            assertThat(found.low().orElseThrow()).isBetween(700.0 * (i + 1), 1_010.0 * (i + 1));
            assertThat(found.high().orElseThrow()).isBetween(990.0 * (i + 1), 1_300.0 * (i + 1));
            assertThat(found.steps().get(0).purpose()).isEqualTo(CapacityStep.Purpose.GROW);
            assertThat(found.steps().get(0).perSecond()).isEqualTo(1000);
            assertThat(found.steps())
                    // A hold of 5 s on a busy machine may end undecided, an overload may not.
                    .anyMatch(step -> step.purpose() == CapacityStep.Purpose.GROW
                            && step.decision() == CapacityStep.Decision.MISSED)
                    .anyMatch(step -> step.isHeld() && step.decision() == CapacityStep.Decision.MET)
                    .anyMatch(step -> step.purpose() == CapacityStep.Purpose.DRAIN);
        }
    }
}
