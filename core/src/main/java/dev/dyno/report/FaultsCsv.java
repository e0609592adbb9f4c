package dev.dyno.report;

import dev.dyno.result.FaultResult;
import dev.dyno.result.Outage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One row per fault, as RFC 4180 has it, with a header. Times are in ns from the start of the load, as those of the intervals
 * are; a field is empty where there was no outage or no replaced connection.
 */
final class FaultsCsv {

    private static final List<String> OUTAGES = List.of("publish", "worst_producer", "consume", "worst_subscription");

    private FaultsCsv() {}

    /** Writes the file, if there is anything to be written. */
    static void write(Path file, List<FaultResult> faults) throws IOException {
        if (faults.isEmpty()) {
            return;
        }
        try (ReportFile report = ReportFile.create(file)) {
            report.write(header());
            for (FaultResult fault : faults) {
                report.write(row(fault));
            }
        }
    }

    private static String header() {
        List<String> names = new ArrayList<>(List.of("action", "intended_ns", "began_ns", "took_ns"));
        for (String outage : OUTAGES) {
            names.addAll(List.of(outage + "_from_ns", outage + "_to_ns", outage + "_over"));
        }
        names.addAll(List.of(
                "in_doubt",
                "lost",
                "duplicate",
                "broken",
                "attempts",
                "restored",
                "first_restored_ns",
                "last_restored_ns"));
        return Csv.row(names);
    }

    private static String row(FaultResult fault) {
        List<String> fields = new ArrayList<>(
                List.of(fault.action(), text(fault.intendedNs()), text(fault.beganNs()), text(fault.tookNs())));
        add(fault.publish(), fields);
        add(fault.worstProducer(), fields);
        add(fault.consume(), fields);
        add(fault.worstSubscription(), fields);
        fields.add(text(fault.inDoubt()));
        fields.add(text(fault.lost()));
        fields.add(text(fault.duplicate()));
        fields.add(text(fault.reconnects().broken()));
        fields.add(text(fault.reconnects().attempts()));
        fields.add(text(fault.reconnects().restored()));
        fields.add(fault.reconnects().firstNs().map(FaultsCsv::text).orElse(""));
        fields.add(fault.reconnects().lastNs().map(FaultsCsv::text).orElse(""));
        return Csv.row(fields);
    }

    private static void add(Optional<Outage> outage, List<String> fields) {
        fields.add(outage.map(o -> text(o.fromNs())).orElse(""));
        fields.add(outage.map(o -> text(o.toNs())).orElse(""));
        fields.add(outage.map(o -> Boolean.toString(o.over())).orElse(""));
    }

    private static String text(long number) {
        return Long.toString(number);
    }
}
