package dev.dyno.report.console;

import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.Unit;
import dev.dyno.report.store.Grid;
import dev.dyno.report.store.Grid.Column;
import dev.dyno.report.store.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Faults of a run in columns, for the console. */
final class FaultsTable {

    private FaultsTable() {}

    /** @param sides whose columns are shown */
    static List<String> of(List<FaultResult> faults, Roles sides) {
        List<Column<FaultResult>> columns = new ArrayList<>(List.of(
                Column.of("fault", FaultResult::action),
                Column.of("at", fault -> Unit.CLOCK_SECONDS.text(fault.beganNs() / 1e9)),
                Column.of("took", fault -> Unit.NANOSECONDS.text((double) fault.tookNs()))));
        if (sides.produces()) {
            columns.add(new Column<>("publish", fault -> length(fault.publish())));
            columns.add(new Column<>("worst", fault -> length(fault.worstProducer())));
        }
        if (sides.consumes()) {
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

    /** Length of an outage, with a sign in front if it had not ended. */
    private static Optional<String> length(Optional<Outage> outage) {
        return outage.map(o -> (o.over() ? "" : ">") + Unit.NANOSECONDS.text(o.seconds() * 1e9));
    }
}
