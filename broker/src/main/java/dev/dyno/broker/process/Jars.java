package dev.dyno.broker.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Jars and the Java that runs them. */
final class Jars {

    private Jars() {}

    /** Path of the program {@code java} of the running JVM. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * Jars of a folder in a fixed order: a class-data sharing archive (-XX:SharedArchiveFile) is only valid for the class path
     * that it was made with.
     */
    static List<Path> in(Path folder) throws BrokerException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*.jar")) {
            entries.forEach(found::add);
        } catch (IOException e) {
            throw new BrokerException("broker: its jars cannot be read from " + folder + ": " + e, e);
        }
        if (found.isEmpty()) {
            throw new BrokerException("broker: there is no jar in " + folder + ".");
        }
        found.sort(null);
        return found;
    }

    static String path(List<Path> jars) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(System.getProperty("path.separator")));
    }
}
