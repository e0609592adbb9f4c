package dev.dyno.cli;

import dev.dyno.model.config.TargetSettings;

/** Default of every option in the user's notation, for help and documentation. */
final class Defaults {

    static final String DESTINATION = "queue://TEST";
    static final String BROKER = TargetSettings.DEFAULT_BROKER;
    static final String PORT = "0";
    static final String BLOCKS = "20";
    static final String BUDGET = "30m";

    private Defaults() {}
}
