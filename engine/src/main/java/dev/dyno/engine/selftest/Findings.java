package dev.dyno.engine.selftest;

import dev.dyno.model.result.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Collects the lines of the table and the untruths. One thread. */
final class Findings {

    private final Consumer<String> lines;
    private final List<String> untruths = new ArrayList<>();

    Findings(Consumer<String> lines) {
        this.lines = lines;
    }

    void line(String format, Object... values) {
        lines.accept(String.format(Locale.ROOT, format, values).stripTrailing());
    }

    void title(String text) {
        lines.accept("");
        lines.accept(text);
    }

    /** Notes an untruth in the numbers. */
    void untrue(String sentence) {
        untruths.add(sentence);
    }

    /** Notes a run without usable numbers, with the cause of its outcome or, if it has none, the one given. */
    void failed(String what, Outcome outcome, String otherwise) {
        String cause = outcome.cause().orElse(otherwise);
        untrue(what + ": " + cause + (cause.endsWith(".") ? "" : "."));
    }

    List<String> untruths() {
        return List.copyOf(untruths);
    }
}
