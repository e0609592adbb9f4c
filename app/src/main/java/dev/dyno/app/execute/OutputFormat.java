package dev.dyno.app.execute;

import java.util.Locale;

/** Forms of a load's standard output. */
public enum OutputFormat {
    CONSOLE,
    ARTEMIS_PERF,
    JSON;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
