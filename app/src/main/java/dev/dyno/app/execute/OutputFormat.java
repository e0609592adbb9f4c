package dev.dyno.app.execute;

import java.util.Locale;

/** Forms of a load's standard output. */
public enum OutputFormat {
    CONSOLE,
    ARTEMIS_PERF,
    JSON;

    /** The word of the user's notation. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
