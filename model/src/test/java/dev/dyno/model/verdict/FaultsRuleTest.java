package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.model.result.CommandResult;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Samples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FaultsRuleTest {

    @Test
    void faultsThatShareAnOutageAreReportedTogether() {
        Outage outage = Seconds.outage(20_080, 26_480);
        Seconds seconds = new Seconds()
                .ordinary(30)
                .faults(
                        Seconds.fault("resume", 13_000, outage, 0),
                        Seconds.fault("kill", 20_100, outage, 70),
                        Seconds.fault("restart", 21_000, outage, 2),
                        Seconds.fault("pause", 29_000, new Outage(29_000 * Seconds.MS, 30_000 * Seconds.MS, false), 0));

        assertThat(seconds.findings("fault"))
                .containsExactly(
                        "After kill at 20.1 s and restart at 21 s, nothing was acknowledged for 6.4 s, and nothing was delivered"
                                + " for 6.4 s; 72 messages in doubt, 0 lost, 0 duplicates.",
                        "After pause at 29 s, nothing was acknowledged for 1 s, until the end of the load, and nothing was"
                                + " delivered for 1 s, until the end of the load; 0 messages in doubt, 0 lost, 0 duplicates.");
    }

    /** On a busy machine it took 0.3 s, of which messages came for 0.28 s. */
    @Test
    void aFaultThatTookItsTimeIsNamedWithTheOutageThatItMade() {
        Outage outage = Seconds.outage(20_080, 26_480);
        FaultResult kill =
                Samples.changed(Seconds.fault("kill", 19_800, outage, 0), Map.of("tookNs", 300 * Seconds.MS));
        assertThat(new Seconds()
                        .ordinary(30)
                        .faults(kill, Seconds.fault("restart", 21_000, outage, 0))
                        .findings("fault"))
                .singleElement(STRING)
                .startsWith(
                        "After kill at 19.8 s and restart at 21 s, nothing was acknowledged for 6.4 s, and nothing");
    }

    /** Flow control blocked all producers at 8.6 s, 6.4 s before the kill, and until the end. */
    @Test
    void thePartOfAnOutageBeforeItsFaultIsNamed() {
        Outage outage = new Outage(8_600 * Seconds.MS, 26_000 * Seconds.MS, false);
        Seconds seconds = new Seconds()
                .ordinary(30)
                .faults(Seconds.fault("kill", 15_000, outage, 0), Seconds.fault("restart", 17_000, outage, 10));

        assertThat(seconds.findings("fault"))
                .containsExactly(
                        "After kill at 15 s and restart at 17 s, nothing was acknowledged for 17.4 s, of which 6.4 s before the fault, until the"
                                + " end of the load, and nothing was delivered for 17.4 s, of which 6.4 s before the fault, until the end of"
                                + " the load; 10 messages in doubt, 0 lost, 0 duplicates.");
    }

    @Test
    void aCommandIsReportedWithItsStatusAndAProxyWithItsCost() {
        FaultResult exec = Seconds.fault("exec", 5_000, Seconds.outage(5_000, 5_020), 0);
        FaultResult ended = Samples.changed(
                exec,
                Map.of("command", Optional.of(new CommandResult("kubectl", Optional.of(1), "\nno such pod\nmore"))));
        Seconds seconds =
                new Seconds().ordinary(30).faults(ended).card(DriverSemantics.NETWORK, "through a proxy of Dyno");

        assertThat(seconds.findings("fault").subList(1, 3))
                .containsExactly(
                        "The command of exec at 5 s ended with exit status 1: no such pod.",
                        "All connections went through a proxy in Dyno's process, which adds about 0.1 ms to each latency, and"
                                + " its processor time to Dyno's.");
    }

    @Test
    void aBreakThatNobodyAskedForIsReportedWithItsLastCause() {
        Outage outage = Seconds.outage(5_000, 5_020);
        Seconds seconds = new Seconds()
                .ordinary(30)
                .faults(
                        Seconds.broken(5_000, outage, "connection failed: 320 CONNECTION_FORCED - first"),
                        Seconds.broken(5_010, outage, "connection failed: 320 CONNECTION_FORCED - last"));

        assertThat(seconds.findings("fault"))
                .containsExactly(
                        "After break at 5 s and break at 5.01 s, nothing was acknowledged for 20 ms, and nothing was delivered"
                                + " for 20 ms; 0 messages in doubt, 0 lost, 0 duplicates. The last cause: connection failed: 320"
                                + " CONNECTION_FORCED - last.");
    }

    /** They count no messages by fault, and see no outage of less than a second. */
    @Test
    void faultsOfSeveralWorkersAreReportedWithTheirOutageAlone() {
        JudgedRun run = new JudgedRun() {};
        run.workers = RuleTableTest.workers(0, 0);
        Optional<Outage> outage = Optional.of(Seconds.outage(4_990, 8_010));
        run.faults = List.of(
                FaultResult.of("pause", 2_000 * Seconds.MS, Optional.empty()),
                FaultResult.of("pause", 5_000 * Seconds.MS, outage),
                FaultResult.of("resume", 8_000 * Seconds.MS, outage));
        assertThat(FaultsRule.faults(new RunEvidence(run.result())))
                .extracting(FindingText.FLAGS::of)
                .containsExactly("After pause at 5 s and resume at 8 s, nothing was acknowledged for 3.02 s.");
    }
}
