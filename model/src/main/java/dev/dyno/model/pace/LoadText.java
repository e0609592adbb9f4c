package dev.dyno.model.pace;

import dev.dyno.driver.setting.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.function.Function;

/** Parser of the text of a {@link LoadShape}. A comma counts as a word. */
final class LoadText {

    private static final String KINDS = "constant, ramp, steps, burst or all-out";

    private final List<String> words = new ArrayList<>();
    private int next;

    LoadText(String text) {
        final StringTokenizer tokens = new StringTokenizer(text, " \t\r\n,", true);
        while (tokens.hasMoreTokens()) {
            final String word = tokens.nextToken();
            if (!word.isBlank()) {
                words.add(word);
            }
        }
    }

    LoadShape load() {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("\"\"; must be " + KINDS + ", like constant 30000/s.");
        }
        final String kind = words.get(next++);
        switch (kind) {
            case "all-out" -> {
                end(kind, "must be alone");
                return LoadShape.ALL_OUT;
            }
            case "constant" -> {
                return schedule(kind, new Shape.Constant(rate(kind)));
            }
            case "ramp" -> {
                return schedule(kind, ramp());
            }
            case "steps", "burst" -> {
                return schedule(kind, new Shape.Steps(steps(kind), kind.equals("burst")));
            }
            default ->
                throw new IllegalArgumentException(kind + "; must begin with " + KINDS
                        + ", like constant 30000/s or ramp 1000/s to 20000/s in 60s.");
        }
    }

    private Shape.Ramp ramp() {
        final Rate from = rate("ramp, from");
        word("ramp", "to");
        final Rate to = rate("ramp, to");
        word("ramp", "in");
        return new Shape.Ramp(from, to, duration("ramp"));
    }

    private List<Shape.Step> steps(String kind) {
        final List<Shape.Step> steps = new ArrayList<>();
        do {
            final String where = kind + ", step " + (steps.size() + 1);
            final Rate rate = rate(where);
            word(where, "for");
            final long durationNs = duration(where);
            if (durationNs == 0) {
                throw new IllegalArgumentException(where + ": duration: 0s; must be more than 0s.");
            }
            steps.add(new Shape.Step(rate, durationNs));
        } while (accept(","));
        return steps;
    }

    private Schedule schedule(String kind, Shape shape) {
        final ArrivalProcess arrivals = accept("poisson") ? ArrivalProcess.POISSON : ArrivalProcess.REGULAR;
        end(kind, arrivals == ArrivalProcess.REGULAR ? "must be the end, or poisson" : "must be the end");
        return new Schedule(shape, arrivals);
    }

    private Rate rate(String where) {
        return value(where, "a rate, like 1000/s", Rate::parse);
    }

    private long duration(String where) {
        return value(where, "a duration, like 30s", Units::parseDurationNs);
    }

    private <T> T value(String where, String expected, Function<String, T> parser) {
        if (next == words.size()) {
            throw new IllegalArgumentException(where + ": ends too early; must be followed by " + expected + ".");
        }
        try {
            return parser.apply(words.get(next++));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    private void word(String where, String expected) {
        if (next == words.size()) {
            throw new IllegalArgumentException(
                    where + ": ends too early; must be followed by the word " + expected + ".");
        }
        final String word = words.get(next++);
        if (!word.equals(expected)) {
            throw new IllegalArgumentException(where + ": " + word + "; must be the word " + expected + " here.");
        }
    }

    private boolean accept(String word) {
        if (next < words.size() && words.get(next).equals(word)) {
            next++;
            return true;
        }
        return false;
    }

    private void end(String where, String allowed) {
        if (next < words.size()) {
            throw new IllegalArgumentException(where + ": " + words.get(next) + " at the end; " + allowed + ".");
        }
    }
}
