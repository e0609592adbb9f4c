package dev.dyno.report;

import dev.dyno.figure.Figure;
import dev.dyno.figure.Figure.Use;

/** Which halves of the load this process runs: what the other half does is not known here, and so not shown. */
public enum Sides {
    PRODUCERS,
    CONSUMERS,
    BOTH;

    boolean show(Figure figure) {
        return (produces() || !figure.is(Use.PRODUCERS)) && (consumes() || !figure.is(Use.CONSUMERS));
    }

    boolean produces() {
        return this != CONSUMERS;
    }

    boolean consumes() {
        return this != PRODUCERS;
    }
}
