package dev.dyno.cli;

import java.nio.file.Path;

/** Folder that Dyno runs from, set by the start script: lib, drivers, brokers, recipes, query. */
record Home(Path path) {

    static Home find() {
        return new Home(Path.of(System.getProperty("dyno.home", ".")).toAbsolutePath());
    }

    Path drivers() {
        return path.resolve("drivers");
    }

    Path studies() {
        return path.resolve("studies");
    }

    static Path defaultStudies() {
        return Path.of(System.getProperty("user.home"), ".dyno", "studies");
    }

    /** Folder with the jars of the engine of dyno query. */
    Path query() {
        return path.resolve("query").resolve("lib");
    }

    static Path defaultRuns() {
        return Path.of(System.getProperty("user.home"), ".dyno", "runs");
    }
}
