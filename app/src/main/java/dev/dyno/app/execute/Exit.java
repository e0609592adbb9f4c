package dev.dyno.app.execute;

/** Exit statuses. */
public final class Exit {

    public static final int GOOD = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int THRESHOLD = 3;
    public static final int INVALID = 4;

    private Exit() {}
}
