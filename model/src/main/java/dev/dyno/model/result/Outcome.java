package dev.dyno.model.result;

import java.util.Optional;

/**
 * End of a run.
 *
 * @param success whether the run reached its end or was stopped in good order
 * @param interrupted whether the user stopped the run before its end
 * @param cause of the failure, in one line
 */
public record Outcome(boolean success, boolean interrupted, Optional<String> cause) {

    public static final Outcome SUCCESS = new Outcome(true, false, Optional.empty());

    public static final Outcome INTERRUPTED = new Outcome(true, true, Optional.empty());

    /** Middle of a failure's cause, between the name of a driver and what the driver lacks for the workload. */
    public static final String NOT_OFFERED = " does not offer what the workload needs: ";

    public static Outcome failed(String cause) {
        return new Outcome(false, false, Optional.of(cause));
    }
}
