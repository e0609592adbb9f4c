package dev.dyno.cluster.group;

/** How a member has left its group, as the one sees it that says so: exact between a coordinator and a worker. */
public enum Departure {
    /** It said goodbye. */
    LEFT,
    /** Its connection was closed without a goodbye: its process has ended, or has been ended. */
    CRASHED,
    /** Nothing came from it for seconds although its connection is open: it is frozen, or cut off. */
    SILENT
}
