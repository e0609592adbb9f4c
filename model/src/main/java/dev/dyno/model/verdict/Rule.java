package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import java.util.List;
import java.util.function.Function;

/**
 * One question about a run, for example whether its rate was held. The same rule gives the reasons not to trust the numbers and
 * the notes for a run without such a reason, so a note never contradicts the verdict. Its thresholds are constants of the rule,
 * each with the reason for its value.
 *
 * <p>Assumptions and guarantees: stateless; uses the stored result only; usable from any thread.
 *
 * @param evaluate returns reasons or, if there are none, notes; usually at most one
 * @param codes of all its possible findings
 */
record Rule(Function<RunEvidence, List<Finding>> evaluate, List<String> codes) {

    Rule(Function<RunEvidence, List<Finding>> evaluate, String... codes) {
        this(evaluate, List.of(codes));
    }
}
