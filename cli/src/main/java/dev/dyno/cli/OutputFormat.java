package dev.dyno.cli;

import java.util.Locale;

/** The forms of the standard output of a load. */
enum OutputFormat {
    CONSOLE,
    ARTEMIS_PERF,
    JSON;

    /** As it is typed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
