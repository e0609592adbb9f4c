package dev.dyno.broker.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Extracts async-profiler's library for this system from its jar, because a JVM can only load a file. */
final class NativeAgent {

    private static final Map<String, String> LINUX = Map.of("amd64", "linux-x64", "aarch64", "linux-arm64");
    private static final String FILE = "libasyncProfiler.so";

    private NativeAgent() {}

    static boolean isLinux() {
        return systemName().startsWith("linux");
    }

    private static String systemName() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    }

    /**
     * Extracts the library into a folder of the user. The file is never deleted, because a broker may have it loaded for longer
     * than the tool lives.
     *
     * @param folder made when needed
     */
    static Path extract(Path jar, Path folder) throws ProfileException {
        String platform = platform();
        try (JarFile file = new JarFile(jar.toFile())) {
            JarEntry entry = file.getJarEntry(platform + "/" + FILE);
            if (entry == null) {
                throw new ProfileException(jar + " has no library for " + platform);
            }
            // Each version has a file of its own, because a broker may have another version loaded.
            String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
            Path library = folder.resolve(name + "-" + platform).resolve(FILE);
            if (Files.exists(library) && Files.size(library) == entry.getSize()) {
                return library;
            }
            Files.createDirectories(library.resolveSibling(""));
            Path next = Files.createTempFile(library.resolveSibling(""), "next", "");
            try (InputStream in = file.getInputStream(entry)) {
                Files.copy(in, next, StandardCopyOption.REPLACE_EXISTING);
            }
            Files.move(next, library, StandardCopyOption.ATOMIC_MOVE);
            return library;
        } catch (IOException e) {
            throw new ProfileException("the library of async-profiler cannot be unpacked to " + folder + ": " + e, e);
        }
    }

    private static String platform() throws ProfileException {
        String system = systemName();
        String processor = System.getProperty("os.arch", "");
        if (isLinux() && LINUX.containsKey(processor)) {
            return LINUX.get(processor);
        } else if (system.startsWith("mac")) {
            return "macos";
        }
        throw new ProfileException("there is no async-profiler for " + system + " on " + processor);
    }
}
