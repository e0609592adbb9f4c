package dev.dyno.app.execute;

import dev.dyno.app.plan.DeliveryCount;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Workload;
import dev.dyno.report.console.ProgressLine;
import dev.dyno.report.store.Roles;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** Properties of a workload for its line of progress. */
final class LoadProgress {

    private LoadProgress() {}

    static ProgressLine.OfLoad of(Workload workload, FaultPlan faults, Roles sides) {
        return new ProgressLine.OfLoad(
                workload.phases(), due(workload.producers()), sides, DeliveryCount.of(workload, faults));
    }

    /** Messages due before a time; empty without a schedule. */
    private static Optional<LongUnaryOperator> due(List<ProducerGroup> groups) {
        return groups.isEmpty() || !groups.stream().allMatch(group -> group.load() instanceof Schedule)
                ? Optional.empty()
                : Optional.of(
                        ns -> groups.stream().mapToLong(group -> due(group, ns)).sum());
    }

    private static long due(ProducerGroup group, long ns) {
        long sendingNs = group.span().clampNs(ns) - group.span().start().toNanos();
        long due = group.load() instanceof Schedule schedule ? schedule.count(sendingNs) : 0;
        return group.messageCount() == 0 ? due : Math.min(due, group.messageCount());
    }
}
