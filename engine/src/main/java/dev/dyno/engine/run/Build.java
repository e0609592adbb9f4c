package dev.dyno.engine.run;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Version and build of this Dyno. */
public final class Build {

    private static final String OURS = "dev/dyno/";
    private static final Properties READ = read();

    /** Holder of the build, computed once because it reads all of Dyno's own classes. */
    private static final class Holder {
        static final String TEXT = version() + ", build " + fingerprint();
    }

    private Build() {}

    public static String version() {
        return READ.getProperty("version", "");
    }

    /** Version, and the commit with its date if the build knew them. */
    public static String versionAndCommit() {
        String commit = READ.getProperty("commit", "");
        return version() + (commit.isEmpty() ? "" : " (" + commit + ", " + READ.getProperty("date") + ")");
    }

    /** Version and build: the same in all processes of a load, and part of every result. */
    public static String text() {
        return Holder.TEXT;
    }

    private static Properties read() {
        Properties properties = new Properties();
        try (InputStream file = Build.class.getResourceAsStream("/META-INF/dyno-build.properties")) {
            properties.load(Objects.requireNonNull(file, "a part of Dyno's own jar"));
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Checksum of Dyno's own classes on the class path, in eight hexadecimal digits: it distinguishes builds of one version.
     * Builds of equal sources have equal checksums, from jars or folders and in any order.
     */
    static String fingerprint() {
        SortedMap<String, Long> classes = new TreeMap<>();
        for (String element : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
            try {
                add(Path.of(element), classes);
            } catch (IOException e) {
                // The JVM has loaded no class from this element either.
            }
        }
        CRC32 all = new CRC32();
        classes.forEach((name, crc) -> all.update((name + crc).getBytes(StandardCharsets.UTF_8)));
        return String.format(Locale.ROOT, "%08x", all.getValue());
    }

    private static void add(Path element, SortedMap<String, Long> classes) throws IOException {
        if (Files.isDirectory(element.resolve(OURS))) {
            List<Path> files;
            try (Stream<Path> all = Files.walk(element.resolve(OURS))) {
                files = all.filter(Files::isRegularFile).toList();
            }
            for (Path file : files) {
                CRC32 crc = new CRC32();
                crc.update(Files.readAllBytes(file));
                classes.put(element.relativize(file).toString().replace('\\', '/'), crc.getValue());
            }
        } else if (String.valueOf(element.getFileName()).startsWith("dyno-") && Files.isRegularFile(element)) {
            try (ZipFile jar = new ZipFile(element.toFile())) {
                jar.stream()
                        .filter(entry -> entry.getName().startsWith(OURS) && !entry.isDirectory())
                        .forEach((ZipEntry entry) -> classes.put(entry.getName(), entry.getCrc()));
            }
        }
    }
}
