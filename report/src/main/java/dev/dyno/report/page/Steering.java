package dev.dyno.report.page;

import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Interval;
import java.util.List;
import java.util.Optional;

/**
 * Changes that a viewer of the page may make to a load in progress; provided by the code that carries the load out.
 *
 * <p>Assumptions and guarantees: usable from any thread. Only {@link #counts} waits; a caller must not hold a monitor that a
 * {@link dev.dyno.report.store.Reporter} takes.
 */
public interface Steering {

    /** Nothing is known and nothing can be changed. */
    Steering NONE = new Steering() {};

    /** Messages a second that are requested now, 0 in a pause; empty if the rate cannot be changed. */
    default Optional<Double> perSecond() {
        return Optional.empty();
    }

    /** Faults that a viewer may cause, in the user's notation. */
    default List<String> faults() {
        return List.of();
    }

    /** Faults and changes of the rate so far, in order, as far as they are known before the end. */
    default List<FaultResult> events() {
        return List.of();
    }

    /** Counts of the load so far, with those of the present second; empty before the load is set up. */
    default Optional<Counts.At> counts() {
        return Optional.empty();
    }

    /** Messages a second that were due in an interval; NaN if nothing is due. */
    default double askedPerSecond(Interval interval) {
        return Double.NaN;
    }
}
