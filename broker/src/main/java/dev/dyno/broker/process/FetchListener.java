package dev.dyno.broker.process;

/** Receives the progress of fetching a broker. Called from one thread per start, at most ten times a second. */
@FunctionalInterface
public interface FetchListener {

    /** Listener that ignores everything. */
    FetchListener SILENT = progress -> {};

    void onProgress(Progress progress);

    /** Called when another program begins to fetch something without reporting its progress. */
    default void onFetching(String what) {}

    /**
     * @param what name and version of the broker
     * @param jars number of jars fetched
     * @param of number of jars needed; 0 = not known yet
     * @param bytes number of bytes fetched so far
     * @param done whether this is the last report, after success or failure
     */
    record Progress(String what, int jars, int of, long bytes, boolean done) {}
}
