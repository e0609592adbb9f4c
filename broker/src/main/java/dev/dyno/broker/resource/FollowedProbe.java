package dev.dyno.broker.resource;

import dev.dyno.model.result.BrokerLife;
import java.util.function.Supplier;

/**
 * Probe of a broker's process that follows it to the next process after a restart. The use of a process is counted from its
 * start, where its first sample begins; between two processes there is no sample.
 */
final class FollowedProbe implements ResourceReader {

    /** Shortest sample of a new process, in ns: CPU time has ticks of 10 ms, so a rate over less time would mean nothing. */
    private static final long YOUNG_NS = 100_000_000;

    interface Opener {

        /** @throws ProbeException when the process cannot be read, or not yet */
        ResourceReader open(BrokerLife life) throws ProbeException;
    }

    private final Supplier<BrokerLife> broker;
    private final Opener opener;
    private BrokerLife life;
    /** Volatile, because the thread that closes is not the one that reads. */
    private volatile ResourceReader probe;

    /**
     * @param broker present life of the broker; usable from any thread
     * @param life the one that is read first
     * @param probe opened for it
     */
    FollowedProbe(Supplier<BrokerLife> broker, Opener opener, BrokerLife life, ResourceReader probe) {
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
    public ResourceReading read(long nowNs) throws ProbeException {
        BrokerLife now = broker.get();
        if (now.startedNs() != life.startedNs()) {
            if (nowNs - now.startedNs() < YOUNG_NS) {
                throw new ProbeException("it has just been started again");
            }
            ResourceReader next = opener.open(now);
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
