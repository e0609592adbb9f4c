package dev.dyno.report.export;

import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.CommandResult;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Outage;
import dev.dyno.report.store.Decimals;
import dev.dyno.report.store.Grid.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Columns of faults and backlogs. Durations are in ns, and times in ns from the start of the load; a field without a value is
 * empty.
 */
final class CsvColumns {

    static final List<Column<BacklogResult>> BACKLOG = List.of(
            Column.of("asked", BacklogResult::asked),
            Column.of("built", BacklogResult::built),
            Column.of("messages", BacklogResult::messages),
            Column.of("bytes", BacklogResult::bytes),
            Column.of("counted_by", BacklogResult::countedBy),
            new Column<>("by_broker", backlog -> backlog.byBroker().map(messages -> Decimals.fixed(messages, 0))),
            Column.of("from_ns", BacklogResult::fromNs),
            Column.of("started_ns", BacklogResult::startedNs),
            Column.of("drain_ns", BacklogResult::drainNs),
            Column.of("delivered", BacklogResult::delivered),
            Column.of("left", BacklogResult::left),
            Column.of("messages_per_s", backlog -> Decimals.fixed(backlog.perSecond(), 3)),
            Column.of("deadline_ns", BacklogResult::deadlineNs),
            Column.of("drained", BacklogResult::drained),
            Column.of("while_sending", BacklogResult::whileSending),
            Column.of("stands_ns", BacklogResult::standsNs));

    static final List<Column<FaultResult>> FAULT = fault();

    private CsvColumns() {}

    private static List<Column<FaultResult>> fault() {
        List<Column<FaultResult>> columns = new ArrayList<>(List.of(
                Column.of("action", FaultResult::action),
                Column.of("intended_ns", FaultResult::intendedNs),
                Column.of("began_ns", FaultResult::beganNs),
                Column.of("took_ns", FaultResult::tookNs)));
        columns.addAll(outage("publish", FaultResult::publish));
        columns.addAll(outage("worst_producer", FaultResult::worstProducer));
        columns.addAll(outage("consume", FaultResult::consume));
        columns.addAll(outage("worst_subscription", FaultResult::worstSubscription));
        columns.addAll(List.of(
                Column.of("in_doubt", FaultResult::inDoubt),
                Column.of("lost", FaultResult::lost),
                Column.of("duplicate", FaultResult::duplicate),
                Column.of("broken", fault -> fault.reconnects().broken()),
                Column.of("attempts", fault -> fault.reconnects().attempts()),
                Column.of("restored", fault -> fault.reconnects().restored()),
                new Column<>("first_restored_ns", fault -> fault.reconnects().firstNs()),
                new Column<>("last_restored_ns", fault -> fault.reconnects().lastNs()),
                new Column<>("exit_status", fault -> fault.command().flatMap(CommandResult::exitStatus))));
        return List.copyOf(columns);
    }

    private static List<Column<FaultResult>> outage(String of, Function<FaultResult, Optional<Outage>> outage) {
        return List.of(
                new Column<>(of + "_from_ns", fault -> outage.apply(fault).map(Outage::fromNs)),
                new Column<>(of + "_to_ns", fault -> outage.apply(fault).map(Outage::toNs)),
                new Column<>(of + "_over", fault -> outage.apply(fault).map(Outage::over)));
    }
}
