package dev.dyno.load;

import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.result.SendWindow;
import dev.dyno.workload.FaultPlan;
import dev.dyno.workload.Target;
import dev.dyno.workload.Workload;
import java.util.Map;

/**
 * All that a {@link Runner} must know.
 *
 * @param workload what traffic
 * @param producerTarget where the producers connect
 * @param consumerTarget where the consumers connect
 * @param share of the producers and consumers that this runner has
 * @param runId in the head of each message
 * @param acceptAnyRun whether consumers without producers count the messages of every run as theirs
 * @param producerIdBase added to the numbers of the producers, so that several processes can send in one run
 * @param faults what is done to the broker, and whether broken connections are replaced
 * @param brokerFacts what is known of the broker from elsewhere, for the semantics card
 * @param config the resolved settings, for the stored run
 */
public record RunPlan(
        Workload workload,
        Target producerTarget,
        Target consumerTarget,
        Share share,
        long runId,
        boolean acceptAnyRun,
        int producerIdBase,
        FaultPlan faults,
        Map<String, String> brokerFacts,
        Map<String, Object> config) {

    /** What limits the messages in flight: of the first group of producers. */
    SendWindow sendWindow(Semantics semantics) {
        return workload.producers().stream()
                .findFirst()
                .map(group -> SendWindow.of(group.maxPending(), group.mode() != SendMode.ASYNC, semantics.facts()))
                .orElse(SendWindow.UNKNOWN);
    }
}
