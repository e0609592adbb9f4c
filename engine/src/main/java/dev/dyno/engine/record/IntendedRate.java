package dev.dyno.engine.record;

import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.ProducerGroup;
import java.util.List;

/** Rate that the schedules of a plan ask for. */
public final class IntendedRate {

    private IntendedRate() {}

    /**
     * Mean rate of the schedules between two instants from the start of the load; 0 without a schedule. If all producers have a
     * number of messages, until the last of all is due; if only some have, those do not count.
     *
     * @param live the changes of the rate
     */
    public static double perSecond(RunPlan plan, LiveRate live, long fromNs, long toNs) {
        List<ProducerGroup> groups = plan.workload().producers();
        long sum = 0;
        int firstNumber = 0;
        boolean isCounted = groups.stream().allMatch(group -> group.messageCount() > 0);
        for (ProducerGroup group : groups) {
            if (group.load() instanceof Schedule schedule && (isCounted || group.messageCount() == 0)) {
                long endNs = Math.min(toNs, lastDueNs(group));
                sum += Math.max(
                        0,
                        share(plan, group, firstNumber, live.count(group, schedule, endNs))
                                - share(plan, group, firstNumber, live.count(group, schedule, fromNs)));
            }
            firstNumber += group.size();
        }
        long endNs = Math.min(
                toNs, groups.stream().mapToLong(IntendedRate::lastDueNs).max().orElse(0));
        return endNs > fromNs ? sum / ((endNs - fromNs) / 1e9) : 0;
    }

    /** Time at which a group's number of messages is due, from the start of the load; {@link Schedule#NEVER} without one. */
    private static long lastDueNs(ProducerGroup group) {
        long ns = group.messageCount() > 0 && group.load() instanceof Schedule schedule
                ? schedule.timeNs(group.messageCount())
                : Schedule.NEVER;
        return ns == Schedule.NEVER ? ns : group.span().start().toNanos() + ns;
    }

    /** Number of a group's messages that fall to the producers of the plan's share. */
    private static long share(RunPlan plan, ProducerGroup group, int firstNumber, long messages) {
        long sum = 0;
        for (int i = 0; i < group.size(); i++) {
            if (plan.share().hasProducer(firstNumber + i)) {
                sum += new Slice(i, group.size()).share(messages);
            }
        }
        return sum;
    }
}
