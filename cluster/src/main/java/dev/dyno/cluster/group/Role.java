package dev.dyno.cluster.group;

/** What a member is in its group. */
public enum Role {
    /** The one that the others join, which gives them their work. */
    COORDINATOR,
    /** One of those that do it. */
    WORKER
}
