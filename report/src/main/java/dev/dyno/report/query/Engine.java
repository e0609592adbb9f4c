package dev.dyno.report.query;

import java.io.Closeable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** Loads SQLite in a class loader of its own, so that no other command has it on its class path. Used through JDBC only. */
record Engine(URLClassLoader loader) implements Closeable {

    private static final String IN_MEMORY = "jdbc:sqlite::memory:";

    /**
     * Finds the jars of SQLite, whose classes are loaded later.
     *
     * @param lib folder with the jars
     * @throws IOException with a sentence, if the folder cannot be read
     */
    static Engine open(Path lib) throws IOException {
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(lib)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".jar")).toList()) {
                jars.add(file.toUri().toURL());
            }
        } catch (IOException e) {
            throw missing(lib, e);
        }
        return new Engine(new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()));
    }

    /**
     * A new, empty database in memory.
     *
     * @throws IOException with a sentence, if SQLite is missing or cannot be started
     */
    Connection connect(Path lib) throws IOException {
        try {
            Object driver = Class.forName("org.sqlite.JDBC", true, loader)
                    .getDeclaredConstructor()
                    .newInstance();
            Connection connection = ((Driver) driver).connect(IN_MEMORY, new Properties());
            if (connection == null) {
                throw missing(lib, new IllegalStateException(IN_MEMORY));
            }
            return connection;
        } catch (ReflectiveOperationException e) {
            throw missing(lib, e);
        } catch (SQLException | LinkageError e) {
            // SQLite's native library is first copied to the folder of temporary files, which may not allow it to run.
            throw new IOException(
                    "SQLite cannot be started here: " + e.getMessage()
                            + ". Its native library must be allowed to run from " + System.getProperty("java.io.tmpdir")
                            + ".",
                    e);
        }
    }

    private static IOException missing(Path lib, Exception e) {
        return new IOException(lib + ": SQLite is not there. Build or install Dyno again.", e);
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
