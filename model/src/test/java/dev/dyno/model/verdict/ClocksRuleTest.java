package dev.dyno.model.verdict;

import dev.dyno.model.result.Counts;
import org.junit.jupiter.api.Test;

class ClocksRuleTest extends JudgedRun {

    @Test
    void negativeLatenciesAreSuspect() {
        total = new Counts(21_000, 0, 21_000, 21_000, 0, 0, 1, 0, 0, 0);
        assertSuspect("negative-latency", "1 latency was below zero and in no histogram: the clocks disagree");
    }

    @Test
    void foreignClocksAreSuspect() {
        total = new Counts(21_000, 0, 21_000, 21_000, 0, 0, 0, 1, 0, 0);
        assertSuspect(
                "foreign-clock",
                "1 message was timed by another host's clock, which gives no transfer and end-to-end latency");
    }

    @Test
    void severalRunsAreSuspect() {
        runsSeen = 2;
        assertSuspect("several-runs", "messages of 2 runs were counted together; name one by --run-id");
    }
}
