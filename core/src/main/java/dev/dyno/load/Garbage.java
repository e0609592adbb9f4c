package dev.dyno.load;

/** Objects of the load generator that nobody needs any more. */
public final class Garbage {

    private Garbage() {}

    /**
     * Collects garbage before a load, which takes some tens of milliseconds. All that lives as long as the load is then in the old
     * generation: the collections during the load would copy it instead, some 15 MB, and no message is sent for as long as that
     * takes.
     */
    public static void collectBeforeLoad() {
        System.gc();
    }
}
