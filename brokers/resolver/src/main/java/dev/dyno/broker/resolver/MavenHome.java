package dev.dyno.broker.resolver;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where the user's Maven is installed, for the settings that it has for everybody on this machine. None is needed. */
final class MavenHome {

    private MavenHome() {}

    static Optional<Path> find() {
        String named = System.getenv("MAVEN_HOME");
        if (named != null && hasSettings(Path.of(named))) {
            return Optional.of(Path.of(named));
        }
        String path = System.getenv("PATH");
        for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
            Path mvn = Path.of(folder, "mvn");
            if (Files.isExecutable(mvn)) {
                return above(mvn).filter(MavenHome::hasSettings);
            }
        }
        return Optional.empty();
    }

    /** Installation that bin/mvn belongs to, through any links. */
    private static Optional<Path> above(Path mvn) {
        try {
            return Optional.ofNullable(mvn.toRealPath().getParent()).map(Path::getParent);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean hasSettings(Path home) {
        return Files.isReadable(home.resolve("conf").resolve("settings.xml"));
    }
}
