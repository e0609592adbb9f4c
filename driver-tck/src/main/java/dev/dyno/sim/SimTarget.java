package dev.dyno.sim;

/** Where acknowledged messages go. Used on the loop only. */
interface SimTarget {

    /** Where a message goes that is acknowledged now, whatever changes until it gets there. */
    default SimTarget now() {
        return this;
    }

    /** So many more copies were acknowledged and are not stored yet; a negative number, so many fewer. */
    void underWay(int copies);

    /** Stores one copy of a message and delivers what can be delivered. */
    void put(SimMessage message);
}
