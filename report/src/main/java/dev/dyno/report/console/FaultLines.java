package dev.dyno.report.console;

import static dev.dyno.model.result.Unit.line;
import static dev.dyno.report.console.ConsoleSummary.some;

import dev.dyno.model.result.CommandResult;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.FaultResult.Reconnects;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Unit;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import dev.dyno.report.store.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Faults of a run for the console: one sentence each, or in columns. */
final class FaultLines {

    private FaultLines() {}

    /** @param roles sides of the load whose outages are included */
    static List<String> of(List<FaultResult> faults, Roles roles) {
        return faults.stream().map(fault -> of(fault, roles)).toList();
    }

    private static String of(FaultResult fault, Roles roles) {
        List<String> parts = new ArrayList<>();
        fault.command().map(CommandResult::sentence).ifPresent(parts::add);
        if (roles.produces()) {
            outage("acknowledged", fault.publish()).ifPresent(parts::add);
        }
        if (roles.consumes()) {
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

    /**
     * The faults in columns.
     *
     * @param roles sides of the load whose columns are shown
     */
    static List<String> table(List<FaultResult> faults, Roles roles) {
        List<Column<FaultResult>> columns = new ArrayList<>(List.of(
                Column.of("fault", FaultResult::action),
                Column.of("at", fault -> Unit.CLOCK_SECONDS.text(fault.beganNs() / 1e9)),
                new Column<>("took", fault -> Optional.of(fault.tookNs())
                        .filter(ns -> ns > 0)
                        .map(Unit.NANOSECONDS::text))));
        if (roles.produces()) {
            columns.add(new Column<>("publish", fault -> length(fault.publish())));
            columns.add(new Column<>("worst", fault -> length(fault.worstProducer())));
        }
        if (roles.consumes()) {
            columns.add(new Column<>("consume", fault -> length(fault.consume())));
            columns.add(new Column<>("worst", fault -> length(fault.worstSubscription())));
        }
        columns.addAll(List.of(
                Column.of("in doubt", FaultResult::inDoubt),
                Column.of("lost", FaultResult::lost),
                Column.of("duplicate", FaultResult::duplicate),
                Column.of("broken", fault -> fault.reconnects().broken()),
                Column.of("tries", fault -> fault.reconnects().attempts()),
                Column.of("restored", fault -> fault.reconnects().restored()),
                new Column<>("at", fault -> fault.reconnects().lastNs().map(ns -> Unit.CLOCK_SECONDS.text(ns / 1e9)))));
        return Grid.of(faults, columns).lines(column -> column > 0);
    }

    /** Length of an outage, with {@code >} before it if the outage had not ended. */
    private static Optional<String> length(Optional<Outage> outage) {
        return outage.map(o -> (o.over() ? "" : ">") + Unit.NANOSECONDS.text(o.seconds() * 1e9));
    }
}
