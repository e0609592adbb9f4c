package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Outages: seconds without an acknowledgement. */
public final class OutageRule {

    /** Maximum number of outages in a sentence: more would not be read. */
    private static final int MAX_OUTAGES = 6;

    private OutageRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        // An outage caused by a fault is named with the fault.
        List<Outage> outages = seen.overTime().outages().stream()
                .filter(outage -> seen.run().faults().stream()
                        .flatMap(fault -> fault.publish().stream())
                        .noneMatch(known -> known.fromNs() < outage.toNs() && known.toNs() > outage.fromNs()))
                .toList();
        List<Finding> found = new ArrayList<>();
        outages.stream().limit(MAX_OUTAGES).forEach(outage -> found.add(note(outage)));
        if (outages.size() > MAX_OUTAGES) {
            found.add(Finding.note(
                    "outage", Value.text("what", "outage.more"), Value.count("outages", outages.size() - MAX_OUTAGES)));
        }
        return found;
    }

    private static Finding note(Outage outage) {
        return Finding.note(
                        "outage",
                        Value.text("what", "outage.one"),
                        Value.ns("length", outage.toNs() - outage.fromNs()),
                        Value.of("at", outage.fromNs() / 1e9, Unit.CLOCK_SECONDS))
                .with(outage.over() ? Optional.empty() : Optional.of(Value.text("end", "until-the-end")));
    }

    /** Length and start, from the start of the load: {@code 3 s at 1:10}. */
    public static String headline(Outage outage) {
        return Unit.NANOSECONDS.text((double) (outage.toNs() - outage.fromNs())) + " at "
                + Unit.CLOCK_SECONDS.text(outage.fromNs() / 1e9)
                + (outage.over() ? "" : ", until the end of the load");
    }
}
