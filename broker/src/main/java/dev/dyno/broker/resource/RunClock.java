package dev.dyno.broker.resource;

import dev.dyno.model.result.Interval.Phase;

/** Intervals of a run, at whose boundaries resources are read. Usable from any thread. */
public interface RunClock {

    /** Start of the load, in ns on the clock of the time source. */
    long startNs();

    /** First boundary after an instant. */
    long boundaryAfter(long ns);

    /** Last boundary at or before an instant of the run. */
    long boundaryAtOrBefore(long ns);

    Phase phaseAt(long ns);
}
