package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.Latency;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OneCoreTest {

    private static Seconds run(double corePercent, double cores, double threadPercent) {
        return new Seconds()
                .ordinary(20)
                .worker(0.5, cores / 4)
                .host("cpu-busiest-core-percent", corePercent)
                .host("cpu-cores", cores)
                .worker("cpu-busiest-thread-percent", threadPercent);
    }

    @Test
    void coreThatIsFullWhileOthersAreNotIsSaid() {
        assertThat(run(97, 1.5, 30).findings("one-core-full"))
                .containsExactly(
                        "One core of this machine was busy 97 % of the time, while 1.5 of 4 processors were: what"
                                + " can run in one thread only may be the limit. The busiest thread of the load generator was busy"
                                + " 30 % of the time. More --num-destinations"
                                + " let a broker use more cores.");
    }

    @Test
    void whatElseIsFullIsSaidInstead() {
        assertThat(run(100, 3.8, 30).findings("one-core-full")).isEmpty();
        assertThat(run(97, 1.5, 96).findings("one-core-full")).isEmpty();
        assertThat(run(97, 1.5, 96).findings("limited-by-generator")).hasSize(1);
    }

    /** 10 of 16 processors of the host are busy, of which the container may use four. */
    @Test
    void useOfTheHostIsOfItsOwnProcessors() {
        assertThat(run(97, 10, 30).worker(0.5, 0.625).onHostWith(16).findings("one-core-full"))
                .singleElement()
                .asString()
                .startsWith(
                        "One core of this machine was busy 97 % of the time, while 10 of 16 processors were: what can run");
        assertThat(run(97, 15.5, 30).worker(0.5, 0.9).onHostWith(16).findings("one-core-full"))
                .isEmpty();
    }

    @Test
    void rateThatWasHeldHadNoLimit() {
        assertThat(run(97, 1.5, 30)
                        .latencies(Map.of(Latency.SEND_DELAY, Seconds.times(20_000, 1000)))
                        .findings("one-core-full"))
                .isEmpty();
    }
}
