package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import java.util.List;

/**
 * One question about a run, for example whether its rate was held. A rule gives the reasons not to trust the numbers or, for a
 * run without such reasons, the notes, so a note never contradicts the verdict. Its thresholds are constants of the rule, each
 * with the reason for its value.
 *
 * <p>Assumptions and guarantees: stateless; uses the stored result only; usable from any thread.
 */
@FunctionalInterface
interface Rule {

    /** Reasons or, if there are none, notes; usually at most one. */
    List<Finding> evaluate(RunEvidence evidence);
}
