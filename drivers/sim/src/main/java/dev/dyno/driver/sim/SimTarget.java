package dev.dyno.driver.sim;

/** Destination of acknowledged messages. Used on the loop only. */
interface SimTarget {

    /** Target of a message acknowledged now. Later changes of the subscriptions do not affect it. */
    default SimTarget now() {
        return this;
    }

    /** Adds to the number of copies that are acknowledged and not stored yet; {@code copies} may be negative. */
    void underWay(int copies);

    /** Stores one copy of a message, and delivers it if a consumer is ready. */
    void put(SimMessage message);
}
