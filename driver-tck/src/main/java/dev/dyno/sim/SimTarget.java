package dev.dyno.sim;

/** Where acknowledged messages go. Used on the loop only. */
interface SimTarget {

    /** Where a message goes that is acknowledged now, whatever changes until it gets there. */
    default SimTarget now() {
        return this;
    }

    /** Stores one copy of a message and delivers what can be delivered. */
    void put(SimMessage message);
}
