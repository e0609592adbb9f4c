package dev.dyno.engine.run;

/** The Dyno that runs: its version, and which build of it. */
public final class Build {

    /** Reads all of Dyno's own classes, so once. */
    private static final class Read {
        static final String TEXT = version() + ", build " + Fingerprint.ofThisProcess();
    }

    private Build() {}

    /** From the manifest of the jar. */
    public static String version() {
        String version = Build.class.getPackage().getImplementationVersion();
        return version == null ? "(not built as a jar)" : version;
    }

    /** Version and build: all processes of a load must have them in common, and every result names them. */
    public static String text() {
        return Read.TEXT;
    }
}
