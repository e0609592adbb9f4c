package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.model.pace.ArrivalProcess;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LatencyRange;
import dev.dyno.model.result.RunResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An M/D/1 queue with more than it can serve, ρ = λ·D above 1. It never empties, so the message due at t is served at ρ·t but for
 * the spread of the arrivals, and has waited (ρ − 1)·t. Until the end T the messages due before T/ρ are served.
 */
@Tag("slow")
class OverloadTest extends SimulatedRun {

    private static final int SECONDS = 200;
    private static final double SERVICE_SECONDS = 0.004;

    /** The standard deviation of what has arrived by T is √(λT), 245 messages at ρ = 1.2: 2.5 % of what is left then. */
    private static final double SPREAD = 0.05;

    private RunResult run(double rho, int maxPending) {
        simulation.load = Schedule.constant(Rate.parse(Math.round(rho / SERVICE_SECONDS) + "/s"))
                .withArrivals(ArrivalProcess.POISSON);
        return run("service=4ms; maxPending %s; duration %ss; drain %ss", maxPending, SECONDS, 2 * SECONDS);
    }

    /** All is handed over, and served during the drain: (ρ − 1)·t, evenly from 0 to (ρ − 1)·T. */
    @ParameterizedTest
    @CsvSource({"1.2", "2.0"})
    void withoutALimitAllIsServedInTheEnd(double rho) {
        RunResult result = run(rho, 0);
        for (double percentile : new double[] {50, 90, 99, 100}) {
            double theory = (rho - 1) * SECONDS * percentile / 100;
            LatencyRange response = percentile(result, Latency.RESPONSE, percentile);
            assertThat(response.isExact()).isTrue();
            assertThat(response.lowNs() / 1e9).as("p" + percentile).isCloseTo(theory, within(SPREAD * theory));
        }
    }

    /**
     * Served: (ρ − 1)·t, evenly up to (ρ − 1)·T/ρ. Unsent: at least T − t, evenly up to the same. With each unsent message at its
     * bound both are one even distribution; with each at infinity the share 1/ρ has been served in time.
     */
    @ParameterizedTest
    @CsvSource({"1.2", "2.0"})
    void withOneInFlightTheUnsentOnesAreBounds(double rho) {
        RunResult result = run(rho, 1);
        double longest = (rho - 1) * SECONDS / rho;
        for (double percentile : new double[] {25, 40, 90, 99}) {
            LatencyRange response = percentile(result, Latency.RESPONSE, percentile);
            double low = longest * percentile / 100;
            assertThat(response.lowNs() / 1e9).as("p" + percentile).isCloseTo(low, within(SPREAD * longest));
            if (percentile / 100 < 1 / rho) {
                double high = (rho - 1) * SECONDS * percentile / 100;
                assertThat(response.highNs() / 1e9).as("p" + percentile).isCloseTo(high, within(SPREAD * longest));
            } else {
                assertThat(response.isOpen()).as("p" + percentile).isTrue();
            }
        }
        assertThat(result.due().orElseThrow().inTimeShare()).isCloseTo(1 / rho, within(0.01));
        assertThat(findings(result)).contains("rate-missed", "unsent-at-end");
    }
}
