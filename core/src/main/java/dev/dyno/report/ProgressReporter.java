package dev.dyno.report;

import dev.dyno.result.Interval;
import dev.dyno.result.RunResult;

/** One line for each of several runs, with its progress: on a terminal always the same line, elsewhere one now and then. */
public final class ProgressReporter implements Reporter {

    /** Elsewhere than on a terminal, a line each so many intervals. */
    private static final int SELDOM = 10;

    private static final String GAP = "  ";

    /** Of a line on a terminal that its label leaves for the rest. */
    private static final int REST = 60;

    private final Screen screen;
    private final String label;
    private final ProgressLine line;
    private int intervals;

    /** @param label which run of how many, and of what */
    public ProgressReporter(Screen screen, String label, ProgressLine.OfLoad load) {
        this.screen = screen;
        this.label = label;
        line = new ProgressLine(load);
    }

    @Override
    public void onInterval(Interval interval) {
        String start = (screen.isTerminal() ? shortened(label, screen.width() - REST) : label) + GAP;
        String text =
                start + line.of(interval, screen.isTerminal() ? screen.width() - start.length() : Integer.MAX_VALUE);
        if (screen.isTerminal() || intervals % SELDOM == 0) {
            screen.progress(text);
        }
        intervals++;
    }

    private static String shortened(String text, int length) {
        return text.length() <= length || length < 2 ? text : text.substring(0, length - 1) + '…';
    }

    @Override
    public void onResult(RunResult result) {
        String end = result.outcome()
                .cause()
                .map(cause -> "failed: " + cause)
                .orElseGet(() -> result.outcome().interrupted() ? "stopped" : "done");
        screen.progress(label + GAP + end + ", " + result.verdict().level());
        screen.keep();
    }

    @Override
    public void close() {
        // The console stays open.
    }
}
