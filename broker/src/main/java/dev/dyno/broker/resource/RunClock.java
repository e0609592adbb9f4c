package dev.dyno.broker.resource;

import dev.dyno.model.result.Interval.Phase;

/** The intervals of a run, whose boundaries are the instants at which to read. Usable from any thread. */
public interface RunClock {

    /** The start of the load, in ns on the clock of the time source. */
    long startNs();

    /** First boundary after an instant. */
    long boundaryAfter(long ns);

    /** Last boundary at or before an instant of the run. */
    long boundaryAtOrBefore(long ns);

    /** What the run is doing at an instant. */
    Phase phaseAt(long ns);
}
