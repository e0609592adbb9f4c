package dev.dyno.broker.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Libraries that the tool itself takes on their first use only: fetched and remembered as the brokers are. */
public final class Libraries {

    private final ClassPaths classPaths;

    /**
     * @param dynoHome the folder with {@code brokers/}
     * @param listener is told how far the fetching is, when something has to be fetched
     */
    public Libraries(Path dynoHome, FetchListener listener) {
        this(dynoHome, BrokerLauncher.memoryOfThisUser(), listener);
    }

    /** @param memory the folder that remembers what was fetched */
    Libraries(Path dynoHome, Path memory, FetchListener listener) {
        Path home = dynoHome.toAbsolutePath().normalize();
        classPaths = new ClassPaths(home, memory, new Fetcher(home, listener));
    }

    /**
     * The jars of a library, all of which are on this machine then.
     *
     * @param artifacts {@code group:artifact:version}, each fetched with what it depends on
     * @throws BrokerException when something cannot be had
     */
    public List<Path> fetch(String name, String version, List<String> artifacts)
            throws BrokerException, InterruptedException {
        return classPaths.fetched(
                new FetchOrder(name + ": ", name, Optional.of(version), artifacts, List.of(), List.of()));
    }
}
