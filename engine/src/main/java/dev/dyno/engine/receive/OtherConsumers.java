package dev.dyno.engine.receive;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.setting.Units;
import dev.dyno.engine.record.RunContext;
import dev.dyno.model.result.DriverSemantics;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Consumers of other programs at the queues and shared subscriptions of a run. They take a share of its messages: another program
 * consumes there, or a client was killed and the broker has not given up its connection yet.
 *
 * <p>Assumptions and guarantees: on the thread of the run, once all consumers of the run are connected.
 */
public final class OtherConsumers {

    private static final long LOOK_NS = 250_000_000;

    private final RunContext run;
    private final ConsumerSide consumers;
    private Optional<String> found = Optional.empty();
    private long nextLookNs;

    public OtherConsumers(RunContext run, ConsumerSide consumers) {
        this.run = run;
        this.consumers = consumers;
    }

    /**
     * The consumers found, for example {@code queue://T has 2 consumers that are not of this run}; empty if there are none or the
     * broker cannot say.
     */
    public Optional<String> found() {
        return found;
    }

    /** Adds the consumers found to a card: a run with others at its queue is not comparable to one without. */
    public Semantics addTo(Semantics card) {
        if (found.isEmpty()) {
            return card;
        }
        Map<String, String> facts = new TreeMap<>(card.facts());
        facts.put(DriverSemantics.OTHER_CONSUMERS, found.get());
        return new Semantics(card.acknowledgedBy(), facts);
    }

    /**
     * Looks for consumers of other programs, reports them, and waits until they have left if the workload says so.
     *
     * @throws DriverException if they are still connected after that time
     */
    public void find() throws DriverException {
        found = consumers.findOthers();
        if (found.isEmpty()) {
            return;
        }
        Duration patience = run.plan().workload().consumers().stream()
                .flatMap(group -> group.awaitAlone().stream())
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        String who = found.get() + ", and they get a share of its messages: another program consumes there, or a client"
                + " was killed and the broker has not given it up yet, which takes Artemis a minute; ";
        if (patience.isZero()) {
            run.listener().onNote(who + "await-alone, for example 70s, waits until they are gone");
            return;
        }
        String limit = Units.formatDuration(patience.toNanos());
        run.listener().onNote(who + "waiting up to " + limit + " until they are gone");
        await(patience, limit);
    }

    private void await(Duration patience, String limit) throws DriverException {
        long beganNs = run.time().nanoTime();
        boolean over = run.control()
                .await(beganNs + patience.toNanos(), () -> run.control().isOver() || isAlone());
        if (!over) {
            throw new DriverException(found.orElse("others consume")
                    + ", still after the " + limit
                    + " of await-alone; end the program that consumes there, or wait longer");
        }
        if (found.isEmpty()) {
            run.listener()
                    .onNote("the other consumers are gone after "
                            + Units.formatDuration((run.time().nanoTime() - beganNs) / 1_000_000 * 1_000_000));
        }
    }

    private boolean isAlone() {
        long now = run.time().nanoTime();
        if (now >= nextLookNs) {
            nextLookNs = now + LOOK_NS;
            found = consumers.findOthers();
        }
        return found.isEmpty();
    }
}
