package dev.dyno.report.console;

import static dev.dyno.report.console.ConsoleText.line;

import dev.dyno.model.result.CommandResult;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.FaultResult.Reconnects;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Unit;
import dev.dyno.report.store.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Faults of a run, one sentence each. */
final class FaultLines {

    private FaultLines() {}

    /** @param sides whose outages are included */
    static List<String> of(List<FaultResult> faults, Roles sides) {
        return faults.stream().map(fault -> of(fault, sides)).toList();
    }

    private static String of(FaultResult fault, Roles sides) {
        List<String> parts = new ArrayList<>();
        fault.command().map(CommandResult::sentence).ifPresent(parts::add);
        if (sides.produces()) {
            outage("acknowledged", fault.publish()).ifPresent(parts::add);
        }
        if (sides.consumes()) {
            outage("received", fault.consume()).ifPresent(parts::add);
        }
        some(fault.inDoubt(), "in doubt", parts);
        some(fault.lost(), "lost", parts);
        some(fault.duplicate(), "duplicate", parts);
        Reconnects reconnects = fault.reconnects();
        some(reconnects.broken(), reconnects.broken() == 1 ? "connection broken" : "connections broken", parts);
        if (reconnects.restored() > 0) {
            parts.add(line("%,d restored", reconnects.restored())
                    + fault.allBackNs()
                            .map(ns -> ", the last after " + Unit.NANOSECONDS.text((double) ns))
                            .or(() -> reconnects.lastNs().map(ns -> " by " + Unit.CLOCK_SECONDS.text(ns / 1e9)))
                            .orElse(""));
        }
        // A change of the rate is done at once, and need not have consequences.
        boolean isAtOnce = fault.tookNs() == 0;
        String done = isAtOnce ? "" : ", done in " + Unit.NANOSECONDS.text((double) fault.tookNs());
        String followed = !parts.isEmpty() ? ": " + String.join(", ", parts) : isAtOnce ? "" : ": nothing followed";
        return fault.action() + " at " + Unit.CLOCK_SECONDS.text(fault.beganNs() / 1e9) + done + followed;
    }

    private static Optional<String> outage(String happened, Optional<Outage> outage) {
        return outage.map(silence -> "nothing " + happened + " for " + Unit.NANOSECONDS.text(silence.seconds() * 1e9)
                + (silence.over() ? "" : " until the end"));
    }

    private static void some(long count, String words, List<String> parts) {
        if (count > 0) {
            parts.add(line("%,d %s", count, words));
        }
    }
}
