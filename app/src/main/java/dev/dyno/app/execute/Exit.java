package dev.dyno.app.execute;

import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.verdict.ThresholdRule;
import java.util.List;

public final class Exit {

    public static final int GOOD = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int THRESHOLD = 3;
    public static final int INVALID = 4;

    private Exit() {}

    /** Exit status of a command with this run only. */
    public static int of(RunResult result) {
        if (!result.outcome().success()) {
            return FAILED;
        }
        if (result.verdict().level() == Verdict.Level.INVALID || isShort(result)) {
            return INVALID;
        }
        return has(result, ThresholdRule.MISSED)
                ? THRESHOLD
                : has(result, List.of(ThresholdRule.UNDECIDED)) ? INVALID : GOOD;
    }

    private static boolean has(RunResult result, List<String> codes) {
        return result.verdict().notes().stream().anyMatch(note -> codes.contains(note.code()));
    }

    /** Whether the verdict does not reach the required percentile. */
    static boolean isShort(RunResult result) {
        return result.configured()
                .required()
                .filter(percentile -> !result.verdict().reaches(percentile))
                .isPresent();
    }

    /** The worse of two: a failed run is worse than any other status, and those are worse the higher they are. */
    public static int worse(int one, int other) {
        return one == FAILED || other == FAILED ? FAILED : Math.max(one, other);
    }
}
