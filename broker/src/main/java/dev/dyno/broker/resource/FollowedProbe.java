package dev.dyno.broker.resource;

import dev.dyno.model.result.BrokerLife;
import java.util.function.Supplier;

/**
 * Reads a broker's process, and when the broker was started again the next one. What a process has used is counted from its
 * start: the first sample of it begins there, and between the lives of a broker there is none.
 */
final class FollowedProbe implements Probe {

    /** CPU time comes in ticks of 10 ms: the rates of a shorter time would say nothing. */
    private static final long YOUNG_NS = 100_000_000;

    /** Opens what is read of a process. */
    interface Opener {

        /** @throws ProbeException when it cannot be read, or not yet */
        Probe open(BrokerLife life) throws ProbeException;
    }

    private final Supplier<BrokerLife> broker;
    private final Opener opener;
    private BrokerLife life;
    /** Closed by another thread than it is read by. */
    private volatile Probe probe;

    /**
     * @param broker the life that it has now; any thread may ask
     * @param life the one that is read first
     * @param probe opened for it
     */
    FollowedProbe(Supplier<BrokerLife> broker, Opener opener, BrokerLife life, Probe probe) {
        this.broker = broker;
        this.opener = opener;
        this.life = life;
        this.probe = probe;
    }

    @Override
    public String subject() {
        return probe.subject();
    }

    @Override
    public String describe() {
        return probe.describe();
    }

    @Override
    public boolean isSlow() {
        return probe.isSlow();
    }

    @Override
    public Reading read(long nowNs) throws ProbeException {
        BrokerLife now = broker.get();
        if (now.startedNs() != life.startedNs()) {
            if (nowNs - now.startedNs() < YOUNG_NS) {
                throw new ProbeException("it has just been started again");
            }
            Probe next = opener.open(now);
            probe.close();
            probe = next;
            life = now;
        }
        return probe.read(nowNs).countedSince(life.startedNs());
    }

    @Override
    public void close() {
        probe.close();
    }
}
