package dev.dyno.report;

import dev.dyno.figure.Figure;

/** Which halves of the load this process runs: what the other half does is not known here, and so not shown. */
public enum Sides {
    PRODUCERS,
    CONSUMERS,
    BOTH;

    boolean show(Figure.Side side) {
        return side == Figure.Side.PRODUCERS ? produces() : side != Figure.Side.CONSUMERS || consumes();
    }

    boolean produces() {
        return this != CONSUMERS;
    }

    boolean consumes() {
        return this != PRODUCERS;
    }
}
