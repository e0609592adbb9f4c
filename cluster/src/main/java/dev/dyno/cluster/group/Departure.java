package dev.dyno.cluster.group;

/** Way in which a member left its group, as seen by another. */
public enum Departure {
    /** The member said goodbye. */
    LEFT,
    /** The member's connection was closed without a goodbye: its process has ended or was killed. */
    CRASHED,
    /**
     * Nothing was received from the member for seconds although its connection is open: it is frozen or cut off, or this process
     * was stopped and the member took it for silent.
     */
    SILENT
}
