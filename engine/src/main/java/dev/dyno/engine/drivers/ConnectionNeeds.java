package dev.dyno.engine.drivers;

/**
 * Estimated need of a client library for each connection.
 *
 * @param files open
 * @param threads of its own
 * @param heapKiB of the connection, its session and its buffers
 */
public record ConnectionNeeds(int files, int threads, int heapKiB) {

    /** Need of most libraries. */
    public static final ConnectionNeeds USUAL = new ConnectionNeeds(1, 0, 64);
}
