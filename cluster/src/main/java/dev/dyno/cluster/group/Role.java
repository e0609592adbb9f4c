package dev.dyno.cluster.group;

public enum Role {
    /** The member that others join, and that gives them work. */
    COORDINATOR,
    /** A member that carries out its share of each run. */
    WORKER
}
