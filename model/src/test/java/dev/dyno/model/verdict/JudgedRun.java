package dev.dyno.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.DriverSemantics;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Finding;
import dev.dyno.model.result.ForeignMessages;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.Latency;
import dev.dyno.model.result.LedgerCounts;
import dev.dyno.model.result.Outcome;
import dev.dyno.model.result.ProfileResult;
import dev.dyno.model.result.ResourceMetric;
import dev.dyno.model.result.ResourceSummary;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.result.Verdict;
import dev.dyno.model.result.Verdict.Level;
import dev.dyno.model.result.VerdictInputs;
import dev.dyno.model.result.WakeUps;
import dev.dyno.model.result.WorkerShare;
import dev.dyno.model.result.WorkerUsage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ten seconds at 2,000 a second, faultless; a test makes one thing wrong at a time: just not, and just so. */
abstract class JudgedRun {

    Outcome outcome = Outcome.SUCCESS;
    boolean acknowledgedByClient;
    long warmupNs = 1_000_000_000;
    String persistent = "yes";
    boolean produces = true;
    boolean consumes = true;
    double intendedPerSecond = 2_000;
    Counts total = new Counts(21_000, 0, 21_000, 21_000, 0, 0, 0, 0, 0, 0);
    Counts measured = new Counts(20_000, 0, 20_000, 20_000, 0, 0, 0, 0, 0, 0);
    Latencies latencies = new Latencies();
    DueMessages due = new DueMessages(20_000, 20_000, 0, 0, 0);
    LedgerCounts ledger = new LedgerCounts(21_000, 21_000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
    WorkerUsage worker = new WorkerUsage(10, 5, 0, Optional.of(0.5));
    List<ResourceSummary> resources = List.of();
    long slotsDue = 21_000;
    long slotsUnsent;
    int runsSeen = 1;
    List<FaultResult> faults = List.of();
    List<VerdictInputs.FaultLeft> faultsLeft = List.of();
    Optional<String> unsteady = Optional.empty();
    Optional<BacklogResult> backlog = Optional.empty();
    List<WorkerShare> workers = List.of();
    List<ProfileResult> profiles = List.of();
    boolean brokerAway;
    Optional<Long> silentNs = Optional.empty();
    long dropped;
    Optional<WakeUps> wakeUps = Optional.empty();
    Optional<String> sendFailure = Optional.empty();
    Map<String, String> card = Map.of();
    Optional<ForeignMessages> foreign = Optional.empty();
    Map<String, String> environment = Map.of("processors", "2");
    Map<String, Object> config = Map.of("producers", List.of(Map.of("maxPending", 1, "mode", "ASYNC")));

    RunResult result() {
        long measuredNs = (long) (worker.seconds() * 1e9);
        Map<String, String> facts = new HashMap<>(Map.of("linger", "5 ms"));
        facts.put("persistent", persistent);
        facts.putAll(card);
        facts.put(DriverSemantics.ACKNOWLEDGED_BY, acknowledgedByClient ? DriverSemantics.CLIENT_LIBRARY : "broker");
        RunResult.Parts parts = new RunResult.Parts();
        parts.runId = "r-0123456789";
        parts.name = "judged";
        parts.warmupNs = warmupNs;
        parts.measuredNs = measuredNs;
        parts.seed = 1;
        parts.config = config;
        parts.environment = environment;
        parts.semantics = new DriverSemantics(facts);
        parts.outcome = outcome;
        parts.totals = total;
        parts.measured = measured;
        parts.latencies = latencies;
        parts.due = Optional.of(due);
        parts.worker = worker;
        parts.resources = resources;
        parts.ledger = ledger;
        parts.faults = faults;
        parts.backlog = backlog;
        parts.workers = workers;
        parts.profiles = profiles;
        VerdictInputs.Parts known = new VerdictInputs.Parts(produces, consumes);
        known.intendedPerSecond = intendedPerSecond;
        known.sendingNs = measuredNs;
        known.slotsDue = slotsDue;
        known.slotsUnsent = slotsUnsent;
        known.runsSeen = runsSeen;
        known.unsteady = unsteady;
        known.faultsLeft = faultsLeft;
        known.brokerAway = brokerAway;
        known.sendFailure = sendFailure;
        known.foreign = foreign;
        known.silentNs = silentNs;
        known.dropped = dropped;
        known.wakeUps = wakeUps;
        parts.conditions = Optional.of(known.conditions());
        return parts.result();
    }

    Verdict verdict() {
        return Rules.judge(new RunEvidence(result()));
    }

    void assertValid() {
        assertThat(verdict().reasons()).isEmpty();
    }

    void assertSuspect(String code, String sentence) {
        Verdict found = verdict();
        assertThat(found.level()).isEqualTo(Level.SUSPECT);
        assertThat(found.reasons()).extracting(Finding::code).containsExactly(code);
        assertThat(FindingText.FLAGS.of(found.reasons().get(0))).startsWith(sentence);
    }

    /** A finding that is no reason: the run is valid. */
    void assertNote(String code, String sentence) {
        assertValid();
        assertThat(verdict().notes())
                .filteredOn(note -> note.code().equals(code))
                .singleElement()
                .satisfies(note -> assertThat(FindingText.FLAGS.of(note)).startsWith(sentence));
    }

    static LedgerCounts ledgerOf(long lost, long duplicate, long corrupt, boolean exact) {
        return new LedgerCounts(
                21_000, 21_000 - lost, lost, 0, duplicate, 5, corrupt, 6, 7, 8, 0, 0, 0, 0, true, exact);
    }

    /** Counts of a run in which 2,000 messages did not arrive. */
    static LedgerCounts undelivered(long lost, long inBroker) {
        return new LedgerCounts(21_000, 19_000, lost, inBroker, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, true);
    }

    static ResourceSummary summary(String subject, ResourceMetric metric, double mean) {
        ResourceSummary.Values values =
                new ResourceSummary.Values(10, mean, mean, mean, Optional.of(mean), Optional.empty());
        return new ResourceSummary(subject, Map.of(metric.tag(), values), Map.of());
    }

    void measured(long sent, long received) {
        measured = new Counts(sent, 0, sent, received, 0, 0, 0, 0, 0, 0);
    }

    void latency(Latency latency, long count, long valueNs) {
        latencies.add(latency, Samples.times(count, valueNs));
    }

    /** 20,000 messages, of which that many were sent 1.01 ms late by Dyno, the others 0.9 ms. */
    void late(long messages) {
        latency(Latency.OWN_DELAY, 20_000 - messages, 900_000);
        latency(Latency.OWN_DELAY, messages, 1_010_000);
        // One in a hundred is slow, so that higher percentiles are not those of this test.
        latency(Latency.RESPONSE, 20_000, 9_990_000);
        latency(Latency.RESPONSE, 200, 100_000_000);
    }
}
