package dev.dyno.app.capacity;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.report.compare.Effect;
import dev.dyno.report.console.CapacityLines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Capacities of one setup, or of A and B, over several starts of the broker, and their mean or ratio. */
final class StartAnswers {

    private final List<String> names;
    private final double confidence;
    private final List<SortedMap<Integer, Capacity>> answers = new ArrayList<>();

    /** @param names one for each setup; the name of a single setup is an empty text */
    StartAnswers(List<String> names, double confidence) {
        this.names = List.copyOf(names);
        this.confidence = confidence;
        names.forEach(name -> answers.add(new TreeMap<>()));
    }

    /** Whether A is searched before B. In the order A B B A, a machine that becomes slower is slower for both. */
    static boolean beginsWithA(int start) {
        return start % 2 == 0;
    }

    /** Adds the answer of a start; one without an estimate, or with an objective that is not shown to hold, is left out. */
    void add(int side, int start, Capacity answer) {
        if (answer.estimate().isPresent() && !answer.has(Capacity.Kind.EXCEEDED)) {
            answers.get(side).put(start, answer);
        }
    }

    /** A line for each setup that has a capacity in several starts, and the ratio of B to A if there are two setups. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int side = 0; side < names.size(); side++) {
            List<Integer> starts = List.copyOf(answers.get(side).keySet());
            if (starts.size() > 1) {
                double[] ones = new double[starts.size()];
                Arrays.fill(ones, 1);
                String name = names.get(side).isEmpty() ? "" : names.get(side) + "  ";
                lines.add(name + starts.size() + " starts  "
                        + interval(effect(ones, estimates(side, starts), starts), true));
            }
        }
        if (names.size() == 2) {
            lines.add("B / A  " + ratio());
        }
        return lines;
    }

    /** Ratio over the starts in which both have a capacity. */
    private String ratio() {
        List<Integer> starts = new ArrayList<>(answers.get(0).keySet());
        starts.retainAll(answers.get(1).keySet());
        if (starts.isEmpty()) {
            return "is not known: there is no start with a capacity of both";
        }
        double[] a = estimates(0, starts);
        double[] b = estimates(1, starts);
        if (starts.size() > 1) {
            return interval(effect(a, b, starts), false);
        }
        Capacity ofA = answer(0, starts.get(0));
        Capacity ofB = answer(1, starts.get(0));
        return String.format(
                Locale.ROOT,
                "%.3g  (%.3g to %.3g, for these two starts)",
                b[0] / a[0],
                ofB.low().orElse(0) / ofA.high().orElse(Double.POSITIVE_INFINITY),
                ofB.high().orElse(Double.POSITIVE_INFINITY) / ofA.low().orElse(0));
    }

    private Capacity answer(int side, Integer start) {
        return Objects.requireNonNull(answers.get(side).get(start));
    }

    private double[] estimates(int side, List<Integer> starts) {
        return starts.stream()
                .mapToDouble(start -> answer(side, start).estimate().orElseThrow())
                .toArray();
    }

    private Effect effect(double[] a, double[] b, List<Integer> starts) {
        return Effect.ofPairs(a, b, i -> names.size() == 1 || beginsWithA(starts.get(i)), 1 - confidence);
    }

    /** The mean with its interval, or with the reason why there is none: too few starts have a capacity. */
    private String interval(Effect effect, boolean isRate) {
        String interval = effect.hasInterval()
                ? CapacityLines.sure(confidence)
                        + number(Math.exp(effect.log() - effect.halfWidth()), isRate) + " to "
                        + number(Math.exp(effect.log() + effect.halfWidth()), isRate)
                : "two starts have a capacity, too few for an interval";
        return number(Math.exp(effect.log()), isRate) + (isRate ? " msg/s" : "") + "  (" + interval + ')';
    }

    private static String number(double value, boolean isRate) {
        return isRate ? CapacityLines.rate(value) : String.format(Locale.ROOT, "%.3g", value);
    }
}
