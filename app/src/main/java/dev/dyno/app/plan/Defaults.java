package dev.dyno.app.plan;

import dev.dyno.model.config.TargetSettings;

/** Default of every option in the user's notation, for help and documentation. */
public final class Defaults {

    public static final String DESTINATION = "queue://TEST";
    public static final String BROKER = TargetSettings.DEFAULT_BROKER;
    public static final String PORT = "0";
    public static final String BLOCKS = "20";
    public static final String BUDGET = "30m";

    private Defaults() {}
}
