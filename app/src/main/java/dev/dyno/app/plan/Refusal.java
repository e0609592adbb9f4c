package dev.dyno.app.plan;

import java.util.List;

/** All errors of a command line, thrown before anything starts. */
public final class Refusal extends Exception {

    private final transient List<String> sentences;

    public Refusal(List<String> sentences) {
        super(String.join(" ", sentences));
        this.sentences = sentences;
    }

    public Refusal(Exception cause) {
        super(cause);
        this.sentences = List.of(String.valueOf(cause.getMessage()));
    }

    /** One sentence for each error. */
    public List<String> sentences() {
        return sentences;
    }
}
