package dev.dyno.driver.sim;

/** Destination of acknowledged messages. Used on the loop only. */
interface SimTarget {

    /** Destination of a message acknowledged now, unaffected by later changes. */
    default SimTarget now() {
        return this;
    }

    /** Changes the number of copies that are acknowledged and not stored yet; negative to decrease it. */
    void underWay(int copies);

    /** Stores one copy of a message, and delivers if possible. */
    void put(SimMessage message);
}
