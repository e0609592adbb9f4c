package dev.dyno.report.store;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.metric.Figure.Use;

/** Sides of the load that this process runs; numbers of the other side are not known here, and so not shown. */
public enum Roles {
    PRODUCERS,
    CONSUMERS,
    BOTH;

    public boolean show(Figure figure) {
        return (produces() || !figure.is(Use.PRODUCERS)) && (consumes() || !figure.is(Use.CONSUMERS));
    }

    public boolean produces() {
        return this != CONSUMERS;
    }

    public boolean consumes() {
        return this != PRODUCERS;
    }
}
