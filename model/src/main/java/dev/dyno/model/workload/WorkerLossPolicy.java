package dev.dyno.model.workload;

/** What becomes of a run when one of its workers is gone. */
public enum WorkerLossPolicy {
    /** The load of the others ends, and the run has failed. */
    STOP,
    /** The others go on to the end of the load. */
    CONTINUE
}
