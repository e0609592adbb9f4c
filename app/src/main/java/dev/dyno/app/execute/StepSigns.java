package dev.dyno.app.execute;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.model.capacity.CapacityStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Signs in a broker's log of what overloads did to it (paging, alarms), by the steps of a search in which they came. */
final class StepSigns {

    private record Sign(long atNs, String what) {}

    private final Supplier<List<String>> broker;
    private final List<Sign> signs = new ArrayList<>();

    /** @param broker answers with the signs since the last call */
    StepSigns(Supplier<List<String>> broker) {
        this.broker = broker;
    }

    /** Asks the broker at the end of a second. */
    void collect(long endNs) {
        broker.get().forEach(what -> signs.add(new Sign(endNs, what)));
    }

    /** The answer, with the signs of each step in it, and a note about each sign. */
    Capacity named(Capacity answer) {
        if (signs.isEmpty()) {
            return answer;
        }
        Map<String, List<CapacityStep>> of = new LinkedHashMap<>();
        List<CapacityStep> steps =
                answer.steps().stream().map(step -> named(step, of)).toList();
        List<Capacity.Note> notes = of.entrySet().stream()
                .map(sign -> new Capacity.Note(Capacity.Kind.DAMAGED, sentence(sign.getKey(), sign.getValue())))
                .toList();
        return answer.withSteps(steps).with(notes);
    }

    List<String> of(CapacityStep step) {
        return signs.stream()
                .filter(sign -> sign.atNs > step.fromNs() && sign.atNs <= step.toNs())
                .map(Sign::what)
                .distinct()
                .toList();
    }

    private CapacityStep named(CapacityStep step, Map<String, List<CapacityStep>> of) {
        List<String> own = of(step);
        own.forEach(what -> of.computeIfAbsent(what, any -> new ArrayList<>()).add(step));
        return own.isEmpty()
                ? step
                : step.with(
                        step.decision(),
                        (step.why().isEmpty() ? "" : step.why() + "; ") + "the broker's log: "
                                + String.join(", ", own));
    }

    private static String sentence(String what, List<CapacityStep> steps) {
        CapacityStep first = steps.get(0);
        double lowest =
                steps.stream().mapToDouble(CapacityStep::perSecond).min().orElseThrow();
        return String.format(
                Locale.ROOT,
                "The broker's log: %s, first at %.0f s, at %,.0f/s asked; in %d of the steps, the lowest at %,.0f/s.",
                what,
                first.fromNs() / 1e9,
                first.perSecond(),
                steps.size(),
                lowest);
    }
}
