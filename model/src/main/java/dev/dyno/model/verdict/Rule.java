package dev.dyno.model.verdict;

import java.util.List;
import java.util.function.Function;

/**
 * One question about a run, for example whether its rate was held. The same rule gives the reasons not to trust the numbers and
 * the notes for a run without such a reason, so a note never contradicts the verdict. Its bounds stand in it, each with a
 * comment on why it is where it is.
 *
 * <p>Assumptions and guarantees: stateless; looks at the stored result only; usable from any thread.
 *
 * @param look gives reasons; or, if there are none, notes. Mostly nothing or one
 * @param codes of all that it can find
 */
record Rule(Function<Facts, List<Finding>> look, List<String> codes) {

    Rule(Function<Facts, List<Finding>> look, String... codes) {
        this(look, List.of(codes));
    }
}
