package dev.dyno.report.console;

import dev.dyno.model.capacity.Capacity;
import dev.dyno.report.store.CapacityFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Lines about a capacity: the interval with its objectives, what limited it, and what influenced the answer. */
public final class CapacityLines {

    private static final int DIGITS = 3;

    private CapacityLines() {}

    /** A rate a second, rounded to three significant digits and to a whole number. */
    public static String rate(double perSecond) {
        double step = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, perSecond))) - DIGITS + 1));
        return String.format(Locale.ROOT, "%,d", (long) (Math.round(perSecond / step) * step));
    }

    /**
     * The lines of an answer.
     *
     * @param side text before the interval; empty if there is only one search
     * @param width characters of a line
     */
    public static List<String> of(CapacityFile answer, String side, int width) {
        Capacity capacity = answer.capacity();
        List<String> lines = new ArrayList<>(ConsoleSummary.labelled(
                "capacity", side + interval(capacity) + " for this start   " + objectives(capacity), width));
        answer.limit().ifPresent(limit -> lines.addAll(Wrap.broken("", "  ", limit, width)));
        capacity.notes().forEach(note -> lines.addAll(ConsoleSummary.labelled("note", note.sentence(), width)));
        return lines;
    }

    /** The interval, as far as its ends are known. */
    public static String interval(Capacity capacity) {
        OptionalDouble low = capacity.low();
        OptionalDouble high = capacity.high();
        String sure = sure(capacity.confidence());
        if (capacity.has(Capacity.Kind.NO_RATE_HOLDS)) {
            return "no rate holds" + (high.isPresent() ? ", 0 to " + rate(high.getAsDouble()) + " msg/s" : "");
        }
        if (capacity.estimate().isPresent()) {
            return rate(capacity.estimate().getAsDouble()) + " msg/s  (" + sure + rate(low.orElseThrow()) + " to "
                    + rate(high.orElseThrow()) + ')';
        }
        if (low.isPresent() && high.isPresent()) {
            return "between " + rate(low.getAsDouble()) + " and " + rate(high.getAsDouble()) + " msg/s";
        }
        if (low.isPresent()) {
            return "at least " + rate(low.getAsDouble()) + " msg/s";
        }
        return high.isPresent() ? "less than " + rate(high.getAsDouble()) + " msg/s" : "not known";
    }

    /** Confidence before an interval, as {@code 95 %: }. */
    public static String sure(double confidence) {
        return String.format(Locale.ROOT, "%.3g", 100 * confidence).replaceAll("\\.?0+$", "") + " %: ";
    }

    private static String objectives(Capacity capacity) {
        List<String> all = new ArrayList<>(capacity.objectives());
        all.add("backlog bounded, no send failed");
        return String.join(", ", all);
    }
}
