package dev.dyno.cli;

import dev.dyno.model.config.TargetSettings;

/** The default of every option, in the form in which it is typed. Help and documentation take them from here. */
final class Defaults {

    static final String DESTINATION = "queue://TEST";
    static final String BROKER = TargetSettings.DEFAULT_BROKER;
    static final String PORT = "0";
    static final String BLOCKS = "20";
    static final String BUDGET = "30m";

    private Defaults() {}
}
