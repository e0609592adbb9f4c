package dev.dyno.load;

import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.result.FaultResult;
import dev.dyno.result.Interval;
import dev.dyno.result.Outcome;
import dev.dyno.result.SendWindow;
import dev.dyno.result.Verdict;
import dev.dyno.workload.Fault;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Finds the reasons not to trust a run: each family of them has a class, and each bound stands there with why it is where it is. */
final class Judge {

    /** What was seen. */
    record Evidence(
            Outcome outcome,
            AcknowledgedBy acknowledgedBy,
            boolean produces,
            boolean consumes,
            LoadFigures load,
            int processors,
            List<Fault> faultsLeft,
            Optional<String> lastFailure,
            SendWindow window) {

        /** One of the counts of all faults together. */
        long sum(ToLongFunction<FaultResult> count) {
            return load.faults().stream().mapToLong(count).sum();
        }
    }

    private Judge() {}

    static Verdict judge(Evidence seen) {
        Reasons found = new Reasons();
        judgeLoad(seen, found);
        JudgeMachine.judge(seen, found);
        return found.verdict();
    }

    /** All but the machine that the load comes from. */
    static void judgeLoad(Evidence seen, Reasons found) {
        JudgeEnd.judge(seen, found);
        JudgeDelivery.judge(seen, found);
        JudgeLoad.judge(seen, found);
        JudgeClocks.judge(seen, found);
        JudgeSteadiness.judge(seen, found);
    }

    /** The machine that the load, or a part of it, comes from. */
    static List<Verdict.Reason> judgeMachine(Evidence seen) {
        Reasons found = new Reasons();
        JudgeMachine.judge(seen, found);
        return found.verdict().reasons();
    }

    /** The rate of an interval, for the evidence. */
    static double rateOf(Interval interval) {
        return interval.perSecond(
                Math.max(interval.counts().acknowledged(), interval.counts().received()));
    }
}
