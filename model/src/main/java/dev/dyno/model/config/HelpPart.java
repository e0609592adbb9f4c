package dev.dyno.model.config;

/** Parts of the help of a load, in order. */
public enum HelpPart {
    CAPACITY("Capacity"),
    LOAD("Load"),
    MESSAGES("Messages"),
    CONSUMERS("Consumers"),
    BROKER("Broker"),
    MEASURING("Measuring"),
    OUTPUT("Output"),
    WORKERS("Workers");

    private final String title;

    HelpPart(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
