package dev.dyno.report.console;

import static dev.dyno.report.console.ConsoleText.line;

import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Outage;
import dev.dyno.report.store.Roles;
import java.util.List;
import java.util.Optional;

/** Faults of a run in columns, for the console. */
final class FaultsTable {

    private FaultsTable() {}

    /** @param sides whose columns are shown */
    static String of(List<FaultResult> faults, Roles sides) {
        StringBuilder text = new StringBuilder("faults      action        at s    took s");
        if (sides.produces()) {
            text.append("  publish s     worst");
        }
        if (sides.consumes()) {
            text.append("  consume s     worst");
        }
        text.append(" in doubt     lost duplicate  broken  tries restored      at s\n");
        for (FaultResult fault : faults) {
            text.append(
                    line("            %-8s %9.3f %9.3f", fault.action(), fault.beganNs() / 1e9, fault.tookNs() / 1e9));
            if (sides.produces()) {
                text.append(line("  %9s %9s", seconds(fault.publish()), seconds(fault.worstProducer())));
            }
            if (sides.consumes()) {
                text.append(line("  %9s %9s", seconds(fault.consume()), seconds(fault.worstSubscription())));
            }
            text.append(line(
                    " %8d %8d %9d %7d %6d %8d %9s\n",
                    fault.inDoubt(),
                    fault.lost(),
                    fault.duplicate(),
                    fault.reconnects().broken(),
                    fault.reconnects().attempts(),
                    fault.reconnects().restored(),
                    fault.reconnects()
                            .lastNs()
                            .map(ns -> line("%.3f", ns / 1e9))
                            .orElse("-")));
        }
        return text.toString();
    }

    /** Length of an outage, with a sign in front if it had not ended. */
    private static String seconds(Optional<Outage> outage) {
        return outage.map(o -> line(o.over() ? "%.3f" : ">%.3f", o.seconds())).orElse("-");
    }
}
