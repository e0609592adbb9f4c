package dev.dyno.report.store;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.RunTimeSeries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Combines several reporters so that none can affect another or the run. The first failure of a reporter is reported, then it is
 * closed and not called any longer. Never throws.
 *
 * <p>Assumptions and guarantees: usable from any thread; the reporters are called one at a time.
 */
public final class Reporters implements Reporter {

    private final List<Reporter> working;
    private final List<Reporter> failed = new ArrayList<>();
    private final Consumer<String> errors;

    /**
     * @param reporters called in this order
     * @param errors receives one sentence per failed reporter, on the thread that called the reporter
     */
    public Reporters(List<? extends Reporter> reporters, Consumer<String> errors) {
        this.working = new ArrayList<>(reporters);
        this.errors = errors;
    }

    @Override
    public void onBegin(RunResult begun) {
        each(reporter -> reporter.onBegin(begun));
    }

    @Override
    public void onInterval(Interval interval) {
        each(reporter -> reporter.onInterval(interval));
    }

    @Override
    public void onResources(ResourceSample sample) {
        each(reporter -> reporter.onResources(sample));
    }

    @Override
    public void onSeconds(RunTimeSeries seconds) {
        each(reporter -> reporter.onSeconds(seconds));
    }

    @Override
    public void onResult(RunResult result) {
        each(reporter -> reporter.onResult(result));
    }

    @Override
    public synchronized void close() {
        each(Reporter::close);
        working.clear();
    }

    /** Whether one of the reporters has failed so far, so that its output is incomplete. */
    public synchronized boolean hasFailed(Reporter reporter) {
        return failed.contains(reporter);
    }

    public synchronized boolean hasFailed() {
        return !failed.isEmpty();
    }

    private interface Call {
        void on(Reporter reporter) throws IOException;
    }

    /** Calls each reporter. Synchronized, because intervals and samples come from different threads. */
    private synchronized void each(Call call) {
        for (Reporter reporter : List.copyOf(working)) {
            try {
                call.on(reporter);
            } catch (IOException | RuntimeException e) {
                drop(reporter, e);
            }
        }
    }

    private void drop(Reporter reporter, Exception failure) {
        working.remove(reporter);
        failed.add(reporter);
        try {
            reporter.close();
        } catch (IOException | RuntimeException e) {
            // The first failure is the one to report. A second failure may be the same object, which cannot suppress
            // itself.
            if (e != failure) {
                failure.addSuppressed(e);
            }
        }
        errors.accept(sentence(reporter, failure)
                + " This report is incomplete; the run and its other reports are not affected.");
    }

    private static String sentence(Reporter reporter, Exception failure) {
        String message = failure.getMessage();
        if (failure instanceof IOException && message != null) {
            return message;
        }
        return reporter.getClass().getSimpleName() + " failed: " + failure + ".";
    }
}
