package dev.dyno.cli;

/** Exit statuses. */
final class Exit {

    static final int GOOD = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int THRESHOLD = 3;
    static final int INVALID = 4;

    private Exit() {}
}
