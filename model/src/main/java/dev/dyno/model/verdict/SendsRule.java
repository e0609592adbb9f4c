package dev.dyno.model.verdict;

import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Plural;
import java.util.ArrayList;
import java.util.List;

/** Whether the sends succeeded, and the broker itself acknowledged them. */
final class SendsRule {

    private SendsRule() {}

    static List<Finding> look(RunEvidence seen) {
        List<Finding> found = new ArrayList<>();
        // Failures after a fault are explained by it; without a fault the load was not as requested.
        long failed = seen.run().totals().failed()
                - seen.run().faults().stream().mapToLong(FaultResult::inDoubt).sum();
        if (failed > 0) {
            found.add(Finding.suspect(
                    "sends-failed",
                    "%,d of %s failed%s; see the broker's log, and --reconnect to continue after a lost connection",
                    failed,
                    Plural.count(seen.run().totals().sent(), "send", "sends"),
                    seen.conditions()
                            .sendFailure()
                            .map(cause -> ", the first because of: " + cause)
                            .orElse(": the broker refused them, or a connection broke")));
        }
        if (seen.conditions().produces() && seen.run().semantics().isAcknowledgedByClient()) {
            found.add(Finding.suspect(
                    "acknowledged-by-client",
                    "sends were completed by the client library, not by the broker: send ack and response say nothing"
                            + " about the broker; leave out the setting that asks for no answer (confirmationWindowSize=-1, acks=0,"
                            + " QoS 0, no confirms)"));
        }
        return found;
    }
}
