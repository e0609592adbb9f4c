package dev.dyno.model.verdict;

import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.Plural;
import java.util.List;
import java.util.Locale;

/** Names messages that were not sent by Dyno, and the origin of their times. */
final class ForeignRule {

    private ForeignRule() {}

    static List<Finding> look(RunEvidence seen) {
        return seen.conditions().foreign().map(ForeignRule::found).stream().toList();
    }

    private static Finding found(ForeignMessages foreign) {
        return Finding.note(
                "foreign-messages",
                String.format(
                        Locale.ROOT,
                        "%s of other programs: counted, and whether all arrived is not judged. %s",
                        Plural.count(foreign.messages(), "message is", "messages are"),
                        times(foreign)));
    }

    private static String times(ForeignMessages foreign) {
        if (foreign.timed() == 0) {
            return "They bear no timestamp, so they have no end-to-end latency.";
        }
        long untimed = foreign.messages() - foreign.timed();
        return String.format(
                Locale.ROOT,
                "Their end-to-end latency by timestamp, in steps of 1 ms, counts from %s to the wall clock of the consumer%s.",
                String.join(", or ", foreign.timestamps()),
                untimed > 0 ? String.format(Locale.ROOT, "; %,d have none", untimed) : "");
    }
}
