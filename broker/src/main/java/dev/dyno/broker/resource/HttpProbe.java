package dev.dyno.broker.resource;

/** Probe that asks a server. The first reading, before the run, may take longer than those during it. */
abstract class HttpProbe implements ResourceReader {

    private static final long FIRST_NS = 5_000_000_000L;

    private final String subject;
    private final String address;
    private boolean readBefore;

    /** @param address without a password */
    HttpProbe(String subject, String address) {
        this.subject = subject;
        this.address = address;
    }

    @Override
    public final String subject() {
        return subject;
    }

    @Override
    public final String describe() {
        return address;
    }

    @Override
    public final boolean isSlow() {
        return true;
    }

    @Override
    public final ResourceReading read(long nowNs) throws ProbeException {
        boolean first = !readBefore;
        ResourceReading reading = read(first, nowNs, first ? FIRST_NS : DEADLINE_NS);
        readBefore = true;
        return reading;
    }

    /**
     * @param first whether this is the first reading, which reports what the server lacks
     * @param nowNs on the clock of the run
     * @param withinNs time in ns within which the answer must be complete
     */
    abstract ResourceReading read(boolean first, long nowNs, long withinNs) throws ProbeException;
}
