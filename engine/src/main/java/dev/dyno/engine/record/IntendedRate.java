package dev.dyno.engine.record;

import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.ProducerGroup;

/** Rate that the schedules of a plan ask for. */
public final class IntendedRate {

    private IntendedRate() {}

    /**
     * Mean rate of the schedules between two instants from the start of the load; 0 without a schedule. If all producers have a
     * number of messages, each counts until the last of them is due; if only some have, those do not count.
     *
     * @param live the changes of the rate
     */
    public static double perSecond(RunPlan plan, LiveRate live, long fromNs, long toNs) {
        double sum = 0;
        int firstNumber = 0;
        boolean isCounted = plan.workload().producers().stream().allMatch(group -> group.messageCount() > 0);
        for (ProducerGroup group : plan.workload().producers()) {
            if (group.load() instanceof Schedule schedule && (isCounted || group.messageCount() == 0)) {
                long endNs = Math.min(toNs, lastDueNs(group, schedule));
                long intended = share(plan, group, firstNumber, live.count(group, schedule, endNs))
                        - share(plan, group, firstNumber, live.count(group, schedule, fromNs));
                sum += endNs > fromNs ? intended / ((endNs - fromNs) / 1e9) : 0;
            }
            firstNumber += group.size();
        }
        return sum;
    }

    /** Time at which a group's number of messages is due, from the start of the load; {@link Schedule#NEVER} without one. */
    private static long lastDueNs(ProducerGroup group, Schedule schedule) {
        long ns = group.messageCount() == 0 ? Schedule.NEVER : schedule.timeNs(group.messageCount());
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
