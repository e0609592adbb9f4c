package dev.dyno.broker.process;

/**
 * Receives the steps of the start of a broker, or of the fetching of a library. Called from one thread per start; while pip or
 * a container engine fetches, at each line of its output, otherwise at most ten times a second.
 */
@FunctionalInterface
public interface LaunchListener {

    /** Listener that ignores everything. */
    LaunchListener SILENT = (step, progress) -> {};

    /**
     * @param step in progress, for example {@code starting pulsar 4.2.4}
     * @param progress part of it that is done, for example {@code 3 of 41 jars, 5.2 MiB}; empty = unknown
     */
    void onStep(String step, String progress);
}
