package dev.dyno.model.workload;

/** Effect of a lost worker on the run. */
public enum WorkerLossPolicy {
    /** The load of the other workers ends, and the run fails. */
    STOP,
    /** The other workers continue to the end of the load. */
    CONTINUE
}
