package dev.dyno.model.verdict;

import dev.dyno.model.result.Finding;
import dev.dyno.model.result.Finding.Value;
import dev.dyno.model.result.ForeignMessages;
import java.util.ArrayList;
import java.util.List;

/** Names messages that were not sent by Dyno, and the origin of their times. */
final class ForeignRule {

    private ForeignRule() {}

    static List<Finding> evaluate(RunEvidence seen) {
        return seen.conditions().foreign().map(ForeignRule::found).stream().toList();
    }

    private static Finding found(ForeignMessages foreign) {
        long untimed = foreign.messages() - foreign.timed();
        List<Value> times = new ArrayList<>();
        times.add(Value.text("times", foreign.timed() == 0 ? "foreign-messages.untimed" : "foreign-messages.timed"));
        times.add(Value.text("timestamps", String.join(", or ", foreign.timestamps())));
        if (untimed > 0) {
            times.add(Value.count("untimed", untimed));
        }
        return Finding.note("foreign-messages", Value.count("messages", foreign.messages()))
                .with(times);
    }
}
