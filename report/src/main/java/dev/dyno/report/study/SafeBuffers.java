package dev.dyno.report.study;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.result.Plural;
import dev.dyno.model.result.Unit;
import dev.dyno.report.study.HeapCost.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Table of the number of messages that a broker may hold, with the measurements that it is computed from. */
record SafeBuffers(Study study, StudyResult result, Study.SafeBuffer asked) {

    /** Setting for the size of a heap. */
    private static final String HEAP = "heap";

    private static final String UNKNOWN = "unknown";

    /** Table of the answer, if the study asks the question. */
    static Optional<SideTable> of(Study study, StudyResult result) {
        return study.output().safeBuffer().map(asked -> new SafeBuffers(study, result, asked).table());
    }

    private SideTable table() {
        return new SideTable("Safe buffers", asked.each().size(), head(), rows(), explanation());
    }

    private String explanation() {
        return "Computed from the messages that the broker held in each run"
                + asked.limit().map(limit -> ", no more than " + limit + ",").orElse("")
                + " and its heap after a garbage collection at that time, or its whole heap where it ran out of memory. A line"
                + " through all runs of a row gives the heap of an empty broker and of each message. Safe messages fill "
                + Unit.PERCENT.text(100 * asked.usable())
                + " of the heap, with the interval that holds in 95 of 100 studies. Held at most is the most of any run,"
                + " counted in the same way; a number of safe messages above it is extrapolated.";
    }

    private List<String> head() {
        List<String> head = new ArrayList<>(asked.each());
        head.addAll(
                List.of("heap", "runs", "held at most", "empty broker", "a message", "safe messages", "out of memory"));
        return head;
    }

    /** Rows, one for each combination of the axes' values and each size of the heap in its runs. */
    private List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        Map<List<String>, List<Trial>> groups = new LinkedHashMap<>();
        for (Map<String, String> values : study.combinations(asked.each())) {
            for (Trial trial : result.trials()) {
                if (trial.cell().entrySet().containsAll(values.entrySet())) {
                    Optional.ofNullable(settings(trial).get(HEAP)).ifPresent(heap -> {
                        List<String> key = new ArrayList<>(values.values());
                        key.add(heap);
                        groups.computeIfAbsent(key, k -> new ArrayList<>()).add(trial);
                    });
                }
            }
        }
        groups.forEach((key, trials) -> rows.add(row(key, trials)));
        return rows;
    }

    private Map<String, String> settings(Trial trial) {
        return study.settings(study.steps().get(0), new Cell(trial.cell()));
    }

    private double limitOf(Trial trial) {
        return asked.limit()
                .flatMap(setting -> Optional.ofNullable(settings(trial).get(setting)))
                .filter(text -> text.matches("[1-9][0-9]{0,17}"))
                .map(Double::valueOf)
                .orElse(Double.POSITIVE_INFINITY);
    }

    private List<String> row(List<String> key, List<Trial> trials) {
        double heapBytes = jvmBytes(key.get(key.size() - 1));
        List<Point> points = new ArrayList<>();
        int outOfMemory = 0;
        double held = 0;
        for (Trial trial : trials) {
            for (Trial.StepResult step : trial.steps()) {
                if (asked.step().isEmpty() || asked.step().get().equals(step.step())) {
                    double most = Math.min(step.measures().getOrDefault(HeapAtBacklog.MOST, 0.0), limitOf(trial));
                    held = Math.max(held, most);
                    if (step.outcome().equals(Trial.StepResult.OUT_OF_MEMORY)) {
                        outOfMemory++;
                        // The heap was full with these messages, even if a collection some seconds earlier left less in
                        // it.
                        points.add(new Point(most, heapBytes));
                    } else if (step.success()) {
                        collected(step, limitOf(trial)).ifPresent(points::add);
                    }
                }
            }
        }
        Optional<HeapCost> cost = HeapCost.of(points);
        List<String> row = new ArrayList<>(key);
        row.add(Integer.toString(points.size()));
        row.add(Unit.COUNT.text(held));
        row.add(cost.map(c -> Unit.BYTES.text(Math.max(0, c.base()))).orElse(UNKNOWN));
        // A message cannot free heap: a negative value comes from the spread of the runs.
        row.add(cost.filter(c -> c.perMessage() >= 0)
                .map(c -> Unit.BYTES.text(c.perMessage()) + " \u00b1 " + Unit.BYTES.text(c.perMessageHalfWidth()))
                .orElse(UNKNOWN));
        row.add(safe(cost, heapBytes * asked.usable()));
        row.add(outOfMemory == 0 ? "never" : Plural.count(outOfMemory, "run", "runs"));
        return row;
    }

    private static Optional<Point> collected(Trial.StepResult step, double limit) {
        Map<String, Double> measures = step.measures();
        return Optional.ofNullable(measures.get(HeapAtBacklog.AT_LIVE_HEAP))
                .flatMap(held -> Optional.ofNullable(measures.get(HeapAtBacklog.LIVE_HEAP))
                        .map(heap -> new Point(Math.min(held, limit), heap)));
    }

    /** @param bytes bytes of heap that may be in use */
    private static String safe(Optional<HeapCost> cost, double bytes) {
        if (cost.isEmpty()) {
            return "unknown: fewer than " + HeapCost.LEAST_POINTS + " runs with a collection, or all held the same";
        }
        return cost.get()
                .safe(bytes)
                .map(safe -> Unit.COUNT.text(Math.floor(safe.messages())) + " (" + Unit.COUNT.text(safe.lowest())
                        + " \u2013 " + Unit.COUNT.text(safe.highest()) + ")")
                .orElse("unknown: the heap did not clearly grow with the messages held");
    }

    /** Bytes of a size in the notation of -Xmx: 512m is 512 MiB. */
    private static double jvmBytes(String heap) {
        String text = heap.strip().toLowerCase(Locale.ROOT);
        return Units.parseBytes(
                text.matches("\\d+[kmgt]")
                        ? text.substring(0, text.length() - 1)
                                + text.substring(text.length() - 1).toUpperCase(Locale.ROOT) + "iB"
                        : text);
    }
}
