package dev.dyno.broker.process;

/** Is told how far the fetching of a broker is. Called from one thread per start, at most ten times a second. */
@FunctionalInterface
public interface FetchListener {

    /** Of those whom nobody watches. */
    FetchListener SILENT = progress -> {};

    void onProgress(Progress progress);

    /** Another program begins to fetch something, and does not say how far it is. */
    default void onFetching(String what) {}

    /**
     * @param what name and version of the broker
     * @param jars how many are here
     * @param of how many it needs; 0 = that is still being found out
     * @param bytes fetched so far
     * @param done whether this is the last word, whether or not it went well
     */
    record Progress(String what, int jars, int of, long bytes, boolean done) {}
}
