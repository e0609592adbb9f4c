package dev.dyno.driver;

/** A queue or a topic, with its name at the broker. */
public record Destination(Kind kind, String name) {

    /** Queue: each message goes to one consumer. Topic: each message goes to every subscription. */
    public enum Kind {
        QUEUE,
        TOPIC
    }

    /** Parses {@code queue://NAME}, {@code topic://NAME} or a bare {@code NAME}, which is a queue. */
    public static Destination parse(String text) {
        if (text.startsWith("topic://")) {
            return new Destination(Kind.TOPIC, text.substring("topic://".length()));
        }
        if (text.startsWith("queue://")) {
            return new Destination(Kind.QUEUE, text.substring("queue://".length()));
        }
        return new Destination(Kind.QUEUE, text);
    }

    /**
     * Refuses the name of a destination that a broker does not allow.
     *
     * @param rule regular expression of the allowed names
     * @param sentence words that follow "not": the noun and the rule, such as "a topic of MQTT; must be without + and #"
     * @throws DriverException if the name does not match
     */
    public void require(String rule, String sentence) throws DriverException {
        if (!name.matches(rule)) {
            throw new DriverException(this + ": not " + sentence);
        }
    }

    public boolean isTopic() {
        return kind == Kind.TOPIC;
    }

    @Override
    public String toString() {
        return (isTopic() ? "topic://" : "queue://") + name;
    }
}
