package dev.dyno.app.execute;

/** Exit statuses. */
public final class Exit {

    public static final int GOOD = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int THRESHOLD = 3;
    public static final int INVALID = 4;

    private Exit() {}

    /** The worse of two: a failed run is worse than any other status, and those are worse the higher they are. */
    public static int worse(int one, int other) {
        return one == FAILED || other == FAILED ? FAILED : Math.max(one, other);
    }
}
