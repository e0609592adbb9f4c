package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Latency;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitRuleTest {

    @Test
    void loadGeneratorThatIsFullIsTheLimit() {
        Seconds full = new Seconds().ordinary(20).worker(3.88, 0.99).worker("cpu-busiest-thread-percent", 97.4);
        assertThat(full.reasons("worker-saturated"))
                .containsExactly(
                        "the load generator used 3.88 of 4 processors: the numbers may be its own, not the broker's; take a lower --rate,"
                                + " or spread the load over more machines by --workers");
        // Named once.
        assertThat(full.findings("limited-by-generator")).isEmpty();
    }

    @Test
    void loadGeneratorThatIsHeldToAProcessorIsTheLimitWhenThatIsFull() {
        assertThat(new Seconds().ordinary(20).worker(0.98, 0.4).heldTo(3).reasons("worker-saturated"))
                .containsExactly(
                        "the load generator used 0.98 of 1 processors: the numbers may be its own, not the broker's; take a lower"
                                + " --rate, or spread the load over more machines by --workers");
    }

    /** Whatever other processors have nothing to do; a rate that was held anyway had no limit. */
    @Test
    void threadOfTheLoadGeneratorThatIsFullIsTheLimit() {
        Seconds full = new Seconds().ordinary(20).worker(1.25, 0.4).worker("cpu-busiest-thread-percent", 97.4);
        assertThat(full.findings("limited-by-generator"))
                .containsExactly(
                        "Limited by the load generator: its busiest thread was busy 97.4 % of the time, while all"
                                + " of them together used 1.25 of 4 processors. For more, raise --threads with --producers, or"
                                + " --consumers.");
        full.latencies(Map.of(Latency.SEND_DELAY, Seconds.times(20_000, 1000)));
        assertThat(full.findings("limited-by-generator")).isEmpty();
        assertThat(full.findings("rate-held")).singleElement(STRING).doesNotContain("was full");
        assertThat(full.missed().findings("limited-by-generator")).hasSize(1);
    }

    @Test
    void fullProcessorsAreSharedOut() {
        assertThat(new Seconds()
                        .ordinary(20)
                        .worker(1, 0.97)
                        .broker("cpu-cores", 2.5, 25)
                        .findings("processors-saturated"))
                .containsExactly(
                        "the host's 4 processors were 97 % busy, 1 of them with the load generator and 2.5 with the broker: they"
                                + " competed; put the broker on another machine (--url), or the load (--workers), or take a"
                                + " lower --rate");
        assertThat(new Seconds()
                        .ordinary(20)
                        .worker(0.5, 1)
                        .broker("cpu-cores", 0.5, 5)
                        .reasons("processors-saturated"))
                .containsExactly(
                        "the host's 4 processors were 100 % busy, 0.5 of them with the load generator, 0.5 with the broker and 3"
                                + " with other things: those competed with both; end those, or put the broker on another machine"
                                + " (--url)");
    }

    /** Little's law: 1,000/s x 5 ms = 5 in flight. */
    @Test
    void allOutLoadIsPacedByAcknowledgements() {
        assertThat(new Seconds()
                        .ordinary(20)
                        .blocked(19_000)
                        .window()
                        .worker(1, 0.5)
                        .latencies(Map.of(Latency.SEND_ACK, Seconds.times(20_000, 5 * Seconds.MS)))
                        .findings("limited-by-acknowledgements"))
                .containsExactly("Paced by acknowledgements: 95 % of the sends had to wait for an earlier one's, with 5"
                        + " messages in flight on average and 5 ms from send to acknowledgement. For more, raise"
                        + " --max-pending (1) or lower linger.ms (5).");
    }

    /** The reason for a rate that was missed names the limit of messages in flight; no note says it again, or another limit. */
    @Test
    void rateThatWasMissedForTheWindowHasNoOtherLimit() {
        Seconds missed = new Seconds()
                .ordinary(20)
                .blocked(9_995)
                .window()
                .worker(0.5, 0.5)
                .host("disk-busy-percent", 96)
                .missed()
                .latencies(Map.of(
                        Latency.SEND_DELAY, Seconds.times(20_000, 1000 * Seconds.MS),
                        Latency.SEND_ACK, Seconds.times(20_000, 6 * Seconds.MS)));
        assertThat(missed.notes())
                .extracting(Finding::code)
                .doesNotContain("limited-by-disk", "limited-by-acknowledgements");
        assertThat(new Seconds()
                        .ordinary(20)
                        .blocked(9_994)
                        .worker(0.5, 0.5)
                        .host("disk-busy-percent", 96)
                        .missed()
                        .latencies(Map.of(Latency.SEND_DELAY, Seconds.times(20_000, 1000 * Seconds.MS)))
                        .findings("limited-by-disk"))
                .singleElement(STRING)
                // Its messages are not persistent.
                .endsWith(" For more, give the broker a faster one.");
    }

    @Test
    void rateThatWasHeldIsSaid() {
        Seconds held = new Seconds()
                .ordinary(20)
                .worker(0.5, 0.3)
                .broker("cpu-cores", 0.25, 5)
                .latencies(Map.of(Latency.SEND_DELAY, Seconds.times(20_000, 1000)));

        assertThat(held.findings("rate-held"))
                .containsExactly(
                        "The intended rate was held, 1,000 messages a second, and no processor or disk was full: the"
                                + " load generator used 0.5 and the broker 0.25 of 4 processors.");
        assertThat(held.worker(0.5, 0.96).findings("rate-held"))
                .singleElement(STRING)
                .doesNotContain("was full");
        assertThat(held.worker(0.5, 0.3).host("disk-busy-percent", 96).findings("rate-held"))
                .singleElement(STRING)
                .doesNotContain("was full");
        assertThat(held.findings("limited-by-disk")).isEmpty();
        held.host("disk-busy-percent", 6).host("cpu-cores", 10);
        assertThat(held.findings("rate-held")).singleElement().asString().doesNotContain("was full");
        // Of 16 processors of its host, a container has 4.
        assertThat(held.onHostWith(16).findings("rate-held"))
                .containsExactly(
                        "The intended rate was held, 1,000 messages a second, and no processor or disk was full: the"
                                + " load generator used 0.5 and the broker 0.25 of 4 processors.");
        assertThat(held.worker("cpu-throttled-cores", 0.1).findings("rate-held"))
                .singleElement(STRING)
                .doesNotContain("was full");
        assertThat(held.missed().findings("rate-held")).isEmpty();
    }
}
