package dev.dyno.engine.run;

import dev.dyno.driver.TimeSource;
import dev.dyno.engine.record.Recorder;
import dev.dyno.engine.record.RunContext;
import dev.dyno.engine.record.Timeline;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Interval.Phase;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Start of the measured phase: at its planned time or, if the warm-up lasts until the load is steady, earlier once it is.
 *
 * <p>Assumptions and guarantees: {@link #onInterval} on the clock's thread.
 */
final class WarmupEnd {

    /** Time in ns from the decision that the load is steady to the start of the measured phase, for passing the decision on. */
    private static final long NOTICE_NS = 500_000_000L;

    private final RunContext run;
    private final Timeline timeline;
    private final List<Recorder> recorders;
    private final Runnable begin;
    /** Present while the warm-up lasts until the load is steady. */
    private final Optional<Steadiness> steadiness;

    /** Timer of the start of the measured phase. Guarded by this object. */
    private TimeSource.Cancellable measuring = () -> {};

    private volatile boolean steady;

    /** Seconds of the measured phase looked at by {@link #checkFirstMeasuredSeconds}. Used by the clock's thread only. */
    private int secondsChecked;

    /** @param begin called first when the measured phase starts */
    WarmupEnd(RunContext run, List<Recorder> recorders, Runnable begin) {
        this.run = run;
        this.recorders = recorders;
        this.begin = begin;
        timeline = run.timeline();
        steadiness = run.plan().workload().phases().untilSteady() ? Optional.of(new Steadiness()) : Optional.empty();
    }

    synchronized void schedule() {
        measuring.cancel();
        measuring = run.time().schedule(timeline.measureNs(), this::beginMeasuring);
    }

    synchronized void cancel() {
        measuring.cancel();
    }

    void onInterval(Interval interval) {
        if (interval.phase() == Phase.WARMUP && !steady) {
            steadiness.ifPresent(s -> endIfSteady(s, interval));
        }
        if (interval.phase() == Phase.MEASURE && !steady && secondsChecked < Steadiness.HALF) {
            steadiness.ifPresent(s -> checkFirstMeasuredSeconds(s, interval));
        }
    }

    /**
     * Ends the warm-up if the load is steady. Called a moment after each second of the warm-up. The boundary chosen here is the same
     * for all recorders, because nothing intended after it has been recorded yet.
     */
    private void endIfSteady(Steadiness seconds, Interval last) {
        seconds.add(last);
        if (!seconds.isSteady()) {
            return;
        }
        steady = true;
        timeline.measureAfter(run.time().nanoTime() + NOTICE_NS);
        long measureNs = timeline.measureNs();
        recorders.forEach(recorder -> recorder.measureFrom(measureNs));
        schedule();
        run.listener()
                .onNote(String.format(
                        Locale.ROOT,
                        "the load is steady: it is measured from %.0f s on",
                        (measureNs - timeline.startNs) / 1e9));
        run.control().wake();
    }

    /**
     * Checks, after the longest warm-up, whether the load was steady after all: it was if the first measured seconds are like the
     * last ones before them.
     */
    private void checkFirstMeasuredSeconds(Steadiness seconds, Interval last) {
        seconds.add(last);
        steady = ++secondsChecked == Steadiness.HALF && seconds.isSteady();
    }

    private void beginMeasuring() {
        begin.run();
        if (steadiness.isPresent() && !steady) {
            run.listener()
                    .onNote("the load is not steady yet, and its longest warm-up is over: it is measured from here on");
        }
        run.listener().onMeasureBegins();
    }

    /** Last seconds, in words, of a warm-up until steady that ended before the load was steady; otherwise empty. */
    Optional<String> unsteady() {
        return steadiness.filter(s -> !steady).map(Steadiness::toString);
    }
}
