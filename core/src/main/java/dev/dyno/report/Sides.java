package dev.dyno.report;

/** Which halves of the load this process runs: what the other half does is not known here, and so not shown. */
public enum Sides {
    PRODUCERS,
    CONSUMERS,
    BOTH;

    boolean produces() {
        return this != CONSUMERS;
    }

    boolean consumes() {
        return this != PRODUCERS;
    }
}
