package dev.dyno.app.plan;

import java.nio.file.Path;

/** Folder that Dyno runs from, set by the start script: lib, drivers, brokers, recipes, studies, query. */
public record Home(Path path) {

    public static Home find() {
        return new Home(Path.of(System.getProperty("dyno.home", ".")).toAbsolutePath());
    }

    public Path drivers() {
        return path.resolve("drivers");
    }

    public Path studies() {
        return path.resolve("studies");
    }

    public static Path defaultStudies() {
        return Path.of(System.getProperty("user.home"), ".dyno", "studies");
    }

    /** Folder with the jars of the engine of dyno query. */
    public Path query() {
        return path.resolve("query").resolve("lib");
    }

    public static Path defaultRuns() {
        return Path.of(System.getProperty("user.home"), ".dyno", "runs");
    }
}
