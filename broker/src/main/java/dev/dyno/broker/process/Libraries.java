package dev.dyno.broker.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Libraries that the tool fetches on their first use, as it fetches brokers. */
public final class Libraries {

    private final ClassPaths classPaths;

    /**
     * @param dynoHome the folder with {@code brokers/}
     * @param listener receives the progress of fetching, when something is fetched
     */
    public Libraries(Path dynoHome, LaunchListener listener) {
        this(dynoHome, BrokerLauncher.memoryOfThisUser(), listener);
    }

    /** @param memory folder with the lists of what was fetched */
    Libraries(Path dynoHome, Path memory, LaunchListener listener) {
        Path home = dynoHome.toAbsolutePath().normalize();
        classPaths = new ClassPaths(home, memory, new Fetcher(home, listener));
    }

    /**
     * Fetches those jars of a library that are missing on this machine; returns all of its jars.
     *
     * @param artifacts {@code group:artifact:version}, each fetched with its dependencies
     * @throws BrokerException when an artifact cannot be fetched
     */
    public List<Path> fetch(String name, String version, List<String> artifacts)
            throws BrokerException, InterruptedException {
        return classPaths.fetched(
                new FetchOrder(name + ": ", name, Optional.of(version), artifacts, List.of(), List.of()));
    }
}
