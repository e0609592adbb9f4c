package dev.dyno.model.verdict;

import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Plural;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Outages: seconds without an acknowledgement. */
public final class OutageRule {

    /** Maximum number of outages in a sentence: more would not be read. */
    private static final int MAX_OUTAGES = 6;

    private OutageRule() {}

    static List<Finding> look(RunEvidence seen) {
        // An outage caused by a fault is named with the fault.
        List<Outage> outages = seen.overTime().outages().stream()
                .filter(outage -> seen.run().faults().stream()
                        .flatMap(fault -> fault.publish().stream())
                        .noneMatch(known -> known.fromNs() < outage.toNs() && known.toNs() > outage.fromNs()))
                .toList();
        List<Finding> found = new ArrayList<>();
        outages.stream().limit(MAX_OUTAGES).forEach(outage -> found.add(Finding.note("outage", sentence(outage))));
        if (outages.size() > MAX_OUTAGES) {
            found.add(Finding.note(
                    "outage", "And " + Plural.count(outages.size() - MAX_OUTAGES, "more outage.", "more outages.")));
        }
        return found;
    }

    private static String sentence(Outage outage) {
        return "Outage of " + headline(outage)
                + ": nothing was acknowledged. Messages that were due meanwhile count with the time that they waited. See the"
                + " broker's log, or --profile it.";
    }

    /** Length and start, from the start of the load: {@code 3.0 s at 00:10}. */
    public static String headline(Outage outage) {
        long atS = Math.round(outage.fromNs() / 1e9);
        return String.format(
                Locale.ROOT,
                "%.1f s at %02d:%02d%s",
                outage.seconds(),
                atS / 60,
                atS % 60,
                outage.over() ? "" : ", until the end of the load");
    }
}
