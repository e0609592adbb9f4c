package dev.dyno.report.console;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.Reporter;

/** Progress of one of several runs: on a terminal in one line that is overwritten, elsewhere in a new line now and then. */
public final class ProgressReporter implements Reporter {

    /** Number of intervals between two lines if the output is no terminal. */
    private static final int SELDOM = 10;

    private static final String GAP = "  ";

    /** Characters that a long label leaves for the words in the line about the end of the run. */
    private static final int REST = 60;

    /** Minimum characters of a label: number of the run and of all runs. */
    private static final int LEAST = 8;

    private final Screen screen;
    private final Screen results;
    private final String label;
    private final ProgressLine line;
    private int intervals;

    /**
     * @param results receives the line about the end of the run
     * @param label number and name of the run
     */
    public ProgressReporter(Screen screen, Screen results, String label, ProgressLine.OfLoad load) {
        this.screen = screen;
        this.results = results;
        this.label = label;
        line = new ProgressLine(load);
    }

    @Override
    public void onInterval(Interval interval) {
        String rest = line.of(interval, screen.width() - LEAST - GAP.length());
        String text = shortened(label, screen.width() - GAP.length() - rest.length()) + GAP + rest;
        if (screen.isTerminal() || intervals % SELDOM == 0) {
            screen.progress(text);
        }
        intervals++;
    }

    private static String shortened(String text, int room) {
        int length = Math.max(room, LEAST);
        return text.length() <= length ? text : text.substring(0, length - 1) + '…';
    }

    @Override
    public void onResult(RunResult result) {
        String end = result.outcome()
                .cause()
                .map(cause -> "failed: " + VerdictLines.oneLine(cause))
                .orElseGet(() -> result.outcome().interrupted() ? "stopped" : "done");
        String words = end + ", " + result.verdict().text();
        int room = Math.max(screen.width() - REST, screen.width() - GAP.length() - words.length());
        results.print(Wrap.broken(shortened(label, room) + GAP, GAP, words, screen.width()));
    }
}
