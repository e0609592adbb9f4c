package dev.dyno.engine.run;

/** Version and build of this Dyno. */
public final class Build {

    /** Holder of the build, computed once because it reads all of Dyno's own classes. */
    private static final class Read {
        static final String TEXT = version() + ", build " + Fingerprint.ofThisProcess();
    }

    private Build() {}

    /** Version, from the manifest of the jar. */
    public static String version() {
        String version = Build.class.getPackage().getImplementationVersion();
        return version == null ? "(not built as a jar)" : version;
    }

    /** Version and build: the same in all processes of a load, and part of every result. */
    public static String text() {
        return Read.TEXT;
    }
}
