package dev.dyno.cluster;

import dev.dyno.driver.DriverException;
import dev.dyno.engine.record.Faultable;
import dev.dyno.model.workload.Fault;
import java.util.function.Consumer;

/** Pauses and resumes the broker during a load of several workers. Used on the thread of the run; {@link #of} on any thread. */
final class BrokerPause {

    private final Consumer<String> notes;
    private final Consumer<String> failed;
    private volatile Faultable broker = Faultable.NONE;
    private boolean paused;
    /** Whether the load has ended, after which nothing is paused. */
    private boolean over;

    /** @param failed receives the cause if the broker cannot be paused or resumed */
    BrokerPause(Consumer<String> notes, Consumer<String> failed) {
        this.notes = notes;
        this.failed = failed;
    }

    void of(Faultable faultable) {
        broker = faultable;
    }

    /**
     * Refuses all actions but pause and resume: others can break connections, and the workers of a divided load do not reconnect.
     */
    static void check(Fault.Action action) {
        if (action != Fault.OnBroker.PAUSE && action != Fault.OnBroker.RESUME) {
            throw new IllegalArgumentException(
                    "the broker of a load that several workers make can only be paused and resumed");
        }
    }

    void act(Fault.Action action) {
        if (over) {
            return;
        }
        try {
            broker.act(action);
            paused = action == Fault.OnBroker.PAUSE;
        } catch (DriverException e) {
            failed.accept(action.word() + ": " + e.getMessage());
        }
    }

    /**
     * Resumes a paused broker at the end of the load, because producers wait for its acknowledgements. Later actions do nothing.
     */
    void end() {
        if (paused) {
            act(Fault.OnBroker.RESUME);
            if (!paused) {
                notes.accept("the broker was still paused at the end of the load, and was resumed");
            }
        }
        over = true;
    }
}
