package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import java.util.List;

/**
 * One question about a run, for example whether its rate was held. A rule gives reasons not to trust the numbers, and notes that
 * explain them; good news is a note only if the rule found nothing else. Its thresholds are constants of the rule, each with the
 * reason for its value.
 *
 * <p>Assumptions and guarantees: stateless; uses the stored result only; usable from any thread.
 */
@FunctionalInterface
interface Rule {

    /** Reasons and notes, usually at most one. */
    List<Finding> evaluate(RunEvidence evidence);
}
