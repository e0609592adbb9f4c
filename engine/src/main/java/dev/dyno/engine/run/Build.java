package dev.dyno.engine.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Version and build of this Dyno. */
public final class Build {

    private static final Properties READ = read();

    /** Holder of the build, computed once because it reads all of Dyno's own classes. */
    private static final class Holder {
        static final String TEXT = version() + ", build " + Fingerprint.ofThisProcess();
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
}
