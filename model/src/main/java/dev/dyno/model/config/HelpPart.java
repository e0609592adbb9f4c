package dev.dyno.model.config;

/** The parts of the help of a load, in their order. */
public enum HelpPart {
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
