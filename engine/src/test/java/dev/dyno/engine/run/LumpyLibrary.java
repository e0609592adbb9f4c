package dev.dyno.engine.run;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.SendListener;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A client library that sends what it has collected as one: nothing is acknowledged until {@link #ANSWER_NS} after the first
 * message of a lump, and then all is.
 */
public final class LumpyLibrary implements ScriptedDriver.TrySend {

    static final long ANSWER_NS = 10_000_000;

    /** By how much the first acknowledgement of a lump comes before the others. */
    public long firstAheadNs;

    /** Number of messages that it had taken on its own thread when it reported the end of a lump. */
    public long takenAfterCompletions;

    private final ScriptedDriver driver;
    private final Simulation simulation;
    private final List<Long> taken = new ArrayList<>();
    private boolean afterCompletions;

    public LumpyLibrary(ScriptedDriver driver, Simulation simulation) {
        this.driver = driver;
        this.simulation = simulation;
    }

    @Override
    public boolean of(int producer, ByteBuffer body, long token, SendListener listener) throws DriverException {
        takenAfterCompletions += afterCompletions ? 1 : 0;
        driver.deliver(body);
        taken.add(token);
        if (taken.size() == 1) {
            simulation.time.schedule(simulation.time.nanoTime() + ANSWER_NS, () -> answer(listener));
        }
        return true;
    }

    /** A send to a library that refuses the messages beyond a lump of this size. */
    public ScriptedDriver.TrySend upTo(int most) {
        return (producer, body, token, listener) -> taken.size() < most && of(producer, body, token, listener);
    }

    public boolean isAfterCompletions() {
        return afterCompletions;
    }

    private void answer(SendListener listener) {
        List<Long> all = List.copyOf(taken);
        taken.clear();
        if (firstAheadNs == 0) {
            complete(all, listener);
        } else {
            listener.onSendCompleted(all.get(0), null);
            simulation.time.schedule(
                    simulation.time.nanoTime() + firstAheadNs, () -> complete(all.subList(1, all.size()), listener));
        }
    }

    private void complete(List<Long> tokens, SendListener listener) {
        tokens.forEach(token -> listener.onSendCompleted(token, null));
        afterCompletions = true;
        listener.afterCompletions();
        afterCompletions = false;
    }
}
