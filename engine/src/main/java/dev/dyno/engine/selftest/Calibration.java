package dev.dyno.engine.selftest;

import dev.dyno.driver.TimeSource;
import dev.dyno.engine.proxy.Tap;
import dev.dyno.engine.proxy.TcpProxy;
import dev.dyno.engine.proxy.Way;
import dev.dyno.engine.record.Threads;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.result.DueMessages;
import dev.dyno.model.result.Outage;
import dev.dyno.model.result.RunResult;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Compares reports of loads on a real broker with the passage of each message through a proxy between broker and clients, while
 * the proxy delays, stalls and breaks connections.
 *
 * <p>Assumptions and guarantees: one thread runs it; the tap may be called by any thread.
 */
public final class Calibration {

    /** Maximum number of runs of a load whose latencies are too long: a busy machine lengthens them in one run, Dyno in each. */
    private static final int TRIES = 2;

    private final TimeSource time;
    private final Threads threads;
    private final Findings findings;
    private int number;
    private volatile long stalledUntilNs;
    private volatile WireLog log = new WireLog(startNs -> {});

    /**
     * @param time a real clock, that of the proxy and of the clients
     * @param prepareThread run first on each thread, to adjust its timers
     * @param lines receives the table, line by line
     */
    public Calibration(TimeSource time, Runnable prepareThread, Consumer<String> lines) {
        this.time = time;
        threads = Threads.daemons(prepareThread);
        findings = new Findings(lines);
    }

    /** Runs loads on the broker, through the proxy. */
    @FunctionalInterface
    public interface Loads {

        /** @throws Exception with a sentence, if the load could not begin */
        Report run(WorkloadFile load) throws Exception;
    }

    /**
     * The report of a load.
     *
     * @param outages outages that no fault has caused
     */
    public record Report(RunResult result, List<Outage> outages) {
        public Report {
            outages = List.copyOf(outages);
        }
    }

    /** Observer to be given to the proxy. */
    public Tap tap() {
        return (connection, way, bytes, length, readNs) -> log.read(connection, way, bytes, length, readNs);
    }

    /**
     * Runs all loads; takes about two minutes.
     *
     * @return one sentence for each untruth; empty if all is well
     */
    public List<String> run(TcpProxy proxy, Loads loads) throws Exception {
        for (CalibrationLoad load : CalibrationLoad.ALL) {
            findings.title(load.name());
            CalibrationCheck.Outcome outcome = run(load, proxy, loads);
            for (int tries = 1;
                    tries < TRIES
                            && outcome.wrong().isEmpty()
                            && !outcome.late().isEmpty();
                    tries++) {
                outcome = run(load, proxy, loads);
            }
            outcome.lines().forEach(line -> findings.line("%s", line));
            outcome.wrong().forEach(findings::untrue);
            outcome.late().forEach(findings::untrue);
        }
        return findings.untruths();
    }

    private CalibrationCheck.Outcome run(CalibrationLoad load, TcpProxy proxy, Loads loads) throws Exception {
        log = new WireLog(startNs -> disturb(proxy, load, startNs));
        load.prepare(proxy);
        stalledUntilNs = Long.MAX_VALUE;
        JitterWatch jitter = new JitterWatch(time, threads, CalibrationLoad.DURATION.toNanos());
        Report report = loads.run(load.workload("CALIBRATE_" + number++));
        // Messages that a stall across the end of the load holds back pass only after the drain, so they do not count.
        long overNs = Math.min(time.nanoTime(), stalledUntilNs);
        Histogram lateness = jitter.lateness();
        long unsent = report.result().due().map(DueMessages::unsent).orElse(0L);
        SortedMap<Long, Passage> passages = log.passages();
        if (passages.isEmpty()) {
            String cause =
                    report.result().outcome().cause().map(why -> ": " + why).orElse(".");
            String sentence = load.name() + ": no message passed the proxy" + cause;
            return new CalibrationCheck.Outcome(List.of(), List.of(sentence), List.of());
        }
        return new CalibrationCheck(load, new WireTruth(passages, unsent, overNs), report, lateness).outcome();
    }

    private void disturb(TcpProxy proxy, CalibrationLoad load, long startNs) {
        load.event().ifPresent(event -> {
            long fromNs = startNs + event.at().toNanos();
            long untilNs = fromNs + event.length().toNanos();
            if (event.isBreak()) {
                time.schedule(fromNs, () -> proxy.breakAll(event.reception(), untilNs));
            }
            for (Way way : event.stalls()) {
                proxy.stall(way, fromNs, untilNs);
            }
            if (event.lastsBeyondTheLoad()) {
                stalledUntilNs = untilNs;
            }
        });
    }
}
