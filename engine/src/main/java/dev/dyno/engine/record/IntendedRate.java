package dev.dyno.engine.record;

import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.ProducerGroup;

/** Rate that the schedules of a plan ask for. */
public final class IntendedRate {

    private IntendedRate() {}

    /**
     * Mean rate of the schedules between two instants from the start of the load; 0 without a schedule.
     *
     * @param live the changes of the rate
     */
    public static double perSecond(RunPlan plan, LiveRate live, long fromNs, long toNs) {
        if (toNs <= fromNs) {
            return 0;
        }
        double sum = 0;
        int firstNumber = 0;
        for (ProducerGroup group : plan.workload().producers()) {
            if (group.load() instanceof Schedule schedule && group.messageCount() == 0) {
                long intended = share(plan, group, firstNumber, live.count(group, schedule, toNs))
                        - share(plan, group, firstNumber, live.count(group, schedule, fromNs));
                sum += intended / ((toNs - fromNs) / 1e9);
            }
            firstNumber += group.size();
        }
        return sum;
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
