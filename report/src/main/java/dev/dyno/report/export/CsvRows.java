package dev.dyno.report.export;

import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Outage;
import dev.dyno.report.store.Decimals;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A row for a fault or a backlog: values by column. Times are in ns from the start of the load, like those of the intervals; a
 * field without a value is empty.
 */
final class CsvRows {

    private CsvRows() {}

    static Map<String, Object> of(BacklogResult backlog) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("asked", backlog.asked());
        row.put("built", backlog.built());
        row.put("messages", backlog.messages());
        row.put("bytes", backlog.bytes());
        row.put("counted_by", backlog.countedBy());
        row.put(
                "by_broker",
                backlog.byBroker().map(messages -> Decimals.fixed(messages, 0)).orElse(""));
        row.put("from_ns", backlog.fromNs());
        row.put("started_ns", backlog.startedNs());
        row.put("drain_ns", backlog.drainNs());
        row.put("delivered", backlog.delivered());
        row.put("left", backlog.left());
        row.put("messages_per_s", Decimals.fixed(backlog.perSecond(), 3));
        row.put("deadline_ns", backlog.deadlineNs());
        row.put("drained", backlog.drained());
        row.put("while_sending", backlog.whileSending());
        row.put("stands_ns", backlog.standsNs());
        return row;
    }

    static Map<String, Object> of(FaultResult fault) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("action", fault.action());
        row.put("intended_ns", fault.intendedNs());
        row.put("began_ns", fault.beganNs());
        row.put("took_ns", fault.tookNs());
        outage("publish", fault.publish(), row);
        outage("worst_producer", fault.worstProducer(), row);
        outage("consume", fault.consume(), row);
        outage("worst_subscription", fault.worstSubscription(), row);
        row.put("in_doubt", fault.inDoubt());
        row.put("lost", fault.lost());
        row.put("duplicate", fault.duplicate());
        row.put("broken", fault.reconnects().broken());
        row.put("attempts", fault.reconnects().attempts());
        row.put("restored", fault.reconnects().restored());
        row.put("first_restored_ns", orEmpty(fault.reconnects().firstNs()));
        row.put("last_restored_ns", orEmpty(fault.reconnects().lastNs()));
        return row;
    }

    private static void outage(String of, Optional<Outage> outage, Map<String, Object> row) {
        row.put(of + "_from_ns", orEmpty(outage.map(Outage::fromNs)));
        row.put(of + "_to_ns", orEmpty(outage.map(Outage::toNs)));
        row.put(of + "_over", orEmpty(outage.map(Outage::over)));
    }

    private static Object orEmpty(Optional<?> value) {
        return value.isPresent() ? value.get() : "";
    }
}
