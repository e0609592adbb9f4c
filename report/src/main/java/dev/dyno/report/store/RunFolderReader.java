package dev.dyno.report.store;

import dev.dyno.model.metric.Figure;
import dev.dyno.model.result.FileReason;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.store.LineJson.HistogramJson;
import dev.dyno.report.store.LineJson.IntervalJson;
import dev.dyno.report.store.LineJson.Versioned;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the folder of a run, see {@link RunFolder}. Any content gives either a run or a {@link RunFolderException} with a sentence
 * about the error, for example that it is not a run, ended before its load, is damaged, or of a newer version. Of a run that was
 * killed or is in progress, everything stored so far is read. Files other than {@code run.json} or {@code begun.json} may be
 * missing: the run is read without their content, see {@link #lacks}.
 */
public record RunFolderReader(Path folder) {

    /** Jackson's message about a value that an enumeration lacks; it is shortened, because it names our class. */
    private static final Pattern NOT_ACCEPTED = Pattern.compile("Cannot deserialize value of type `[^`]*` from String"
            + " (\".*\"): not one of the values accepted for Enum class: \\[(.*)]");

    private static final String GROUPS = "groups";

    /** Content of {@code tags.json}: all tags of a run, in place of those in {@code run.json}. */
    record TagsJson(Map<String, String> tags) {}

    /** The run with its histograms. The intervals and the samples of resources are read, too, so that damage is found. */
    public RunResult result() throws RunFolderException {
        return readInto(interval -> {}, sample -> {});
    }

    /** The run with its histograms; of a finished run, only {@code run.json} and the tags are read. */
    public RunResult withHistograms() throws RunFolderException {
        return isPartial() ? result() : checked(RunFolder.RUN, runJson()::toResult);
    }

    /**
     * Gives a stored run to a reporter: first all intervals, then all samples of resources, then the result. Histograms of one
     * interval are in memory at a time. The reporter is not closed.
     *
     * @throws RunFolderException with a sentence; the reporter may have received a part of the run before
     * @throws IOException of the reporter
     */
    public void replay(Reporter reporter) throws IOException {
        RunResult result;
        try {
            result = readInto(
                    interval -> report(() -> reporter.onInterval(interval)),
                    sample -> report(() -> reporter.onResources(sample)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        reporter.onResult(result);
    }

    private interface Call {
        void on() throws IOException;
    }

    /** Calls a reporter and wraps its exceptions, so that they are not taken for errors of the folder. */
    private static void report(Call call) {
        try {
            call.on();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The run without its intervals and histograms, in a few milliseconds. If the run has no end, this sums up its intervals,
     * which takes longer.
     */
    public RunSummary summary() throws RunFolderException {
        if (isPartial()) {
            RunResult result = partialInto(interval -> {}, sample -> {});
            return new RunSummary(folder, result, result.latencies().percentilesByTag(), marks(), given());
        }
        RunJson run = runJson();
        return new RunSummary(folder, run.result(), checked(RunFolder.RUN, run::percentiles), marks(), given());
    }

    /** Marks, oldest first. */
    public List<RunMark> marks() throws RunFolderException {
        if (!Files.isRegularFile(folder.resolve(RunFolder.MARKS))) {
            return List.of();
        }
        List<RunMark> marks = new ArrayList<>();
        for (String line : lines(RunFolder.MARKS).whole()) {
            marks.add(read(RunFolder.MARKS + " line " + (marks.size() + 1), line, MarksFile::read));
        }
        return marks;
    }

    /** Command line, if it is stored. */
    public Optional<CommandRecord> given() throws RunFolderException {
        return Files.isRegularFile(folder.resolve(RunFolder.GIVEN))
                ? Optional.of(whole(RunFolder.GIVEN, json -> Versioned.read(json, CommandRecord.class)))
                : Optional.empty();
    }

    private RunJson runJson() throws RunFolderException {
        if (!isFinished()) {
            throw new RunFolderException(folder
                    + (RunFolder.isBegun(folder)
                            ? ": this run has neither run.json nor begun.json, without which it cannot be read."
                            : ": this is not a stored run, it has no run.json. Name the folder of a run."));
        }
        return runJson(RunFolder.RUN);
    }

    private RunJson runJson(String name) throws RunFolderException {
        RunJson run = whole(name, json -> RunJson.read((ObjectNode) json));
        return Files.isRegularFile(folder.resolve(RunFolder.TAGS))
                ? run.tagged(whole(RunFolder.TAGS, json -> Versioned.read(json, TagsJson.class))
                        .tags())
                : run;
    }

    /** Reads a file that is one JSON document. */
    private <T> T whole(String name, Function<JsonNode, T> reader) throws RunFolderException {
        try {
            return read(name, Files.readString(folder.resolve(name)), reader);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /**
     * Reads a JSON document, for example a line of a file. Its version is checked first, because a newer file is not damaged.
     *
     * @param where place of the document, for a sentence
     */
    private <T> T read(String where, String text, Function<JsonNode, T> reader) throws RunFolderException {
        JsonNode json = checked(where, () -> StrictJson.MAPPER.readTree(text));
        JsonNode version = json.path("schemaVersion");
        if (!version.isInt()) {
            throw damaged(where, "it has no schemaVersion");
        }
        if (version.intValue() < RunFolder.OLDEST_READ || version.intValue() > RunFolder.WITH_GROUPS) {
            throw new RunFolderException(folder + ": " + where + " has schema version " + version.intValue()
                    + "; this version of Dyno reads " + RunFolder.OLDEST_READ + " to " + RunFolder.WITH_GROUPS
                    + ". Use the version of Dyno that wrote it.");
        }
        return checked(where, () -> reader.apply(json));
    }

    /** Reads content and reports damage at the given place as one sentence. */
    private <T> T checked(String where, Supplier<T> content) throws RunFolderException {
        try {
            return content.get();
        } catch (JacksonException e) {
            throw damaged(where, e);
        } catch (IllegalArgumentException e) {
            throw damaged(where, String.valueOf(e.getMessage()));
        }
    }

    private RunResult readInto(Consumer<Interval> intervals, Consumer<ResourceSample> resources)
            throws RunFolderException {
        if (isPartial()) {
            return partialInto(intervals, resources);
        }
        RunJson run = runJson();
        RunResult result = checked(RunFolder.RUN, run::toResult);
        List<String> lines = lines(RunFolder.INTERVALS).whole();
        intervals(lines, intervals);
        requireCount(RunFolder.INTERVALS, "intervals", lines.size(), run.own().intervalCount());
        List<String> samples = lines(RunFolder.RESOURCES).whole();
        resources(samples, resources);
        requireCount(RunFolder.RESOURCES, "samples", samples.size(), run.own().resourceCount());
        return result;
    }

    /** Checks the number of lines of a file, if it exists: a run can be shown without it. */
    private void requireCount(String file, String what, int count, int expected) throws RunFolderException {
        if (count != expected && Files.exists(folder.resolve(file))) {
            throw damaged(file, "it has " + count + " " + what + " where " + expected + " are expected");
        }
    }

    /** Reads the stored seconds of a run without an end, and sums them up. */
    private RunResult partialInto(Consumer<Interval> intervals, Consumer<ResourceSample> resources)
            throws RunFolderException {
        PartialRun partial = new PartialRun(runJson(RunFolder.BEGUN).result());
        Lines lines = lines(RunFolder.INTERVALS);
        intervals(lines.whole, interval -> {
            partial.add(interval);
            intervals.accept(interval);
        });
        Lines samples = lines(RunFolder.RESOURCES);
        resources(samples.whole, resources);
        return partial.result(lines.cut || samples.cut);
    }

    /** Intervals with their histograms; if their log is missing, with percentiles alone, see {@link #briefIntervals}. */
    public List<Interval> intervals() throws RunFolderException {
        List<Interval> intervals = new ArrayList<>();
        intervals(lines(RunFolder.INTERVALS).whole, intervals::add);
        return List.copyOf(intervals);
    }

    /**
     * Intervals with percentiles; histograms may be missing. The log of histograms, which takes most of the time, is read only if
     * messages were unfinished, because percentiles of their seconds need it; without the log, these seconds lack that latency.
     */
    public List<Interval> briefIntervals() throws RunFolderException {
        List<String> lines = lines(RunFolder.INTERVALS).whole;
        if (lines.stream().anyMatch(line -> line.contains(HdrLogReporter.UNFINISHED_PREFIX))) {
            return intervals();
        }
        List<Interval> intervals = new ArrayList<>();
        brief(lines, intervals::add);
        return intervals;
    }

    private void brief(List<String> lines, Consumer<Interval> intervals) throws RunFolderException {
        int number = 0;
        for (String line : lines) {
            intervals.accept(intervalJson(line, RunFolder.INTERVALS + " line " + ++number)
                    .brief());
        }
    }

    /** Samples of resources; none if their file is missing. */
    public List<ResourceSample> resources() throws RunFolderException {
        List<ResourceSample> samples = new ArrayList<>();
        resources(lines(RunFolder.RESOURCES).whole, samples::add);
        return List.copyOf(samples);
    }

    private void resources(List<String> lines, Consumer<ResourceSample> samples) throws RunFolderException {
        int number = 0;
        for (String line : lines) {
            String where = RunFolder.RESOURCES + " line " + ++number;
            samples.accept(read(where, line, sample -> Versioned.read(sample, ResourceSample.class)));
        }
    }

    /**
     * Lines of a file.
     *
     * @param whole lines with a line end; in a finished run, all lines
     * @param cut whether a part of a line follows
     */
    private record Lines(List<String> whole, boolean cut) {}

    /** Lines of a file; none if a run lacks it. */
    private Lines lines(String name) throws RunFolderException {
        boolean finished = isFinished();
        Path file = folder.resolve(name);
        if (!Files.isRegularFile(file)) {
            if (!RunFolder.isReadable(folder)) {
                throw new RunFolderException(
                        folder + ": this is not a stored run, it has no " + name + ". Name the folder of a run.");
            }
            return new Lines(List.of(), false);
        }
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            int end = text.lastIndexOf('\n') + 1;
            if (finished && end < text.length()) {
                throw damaged(name, "its last line is cut off");
            }
            return new Lines(text.substring(0, end).lines().toList(), end < text.length());
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    private void intervals(List<String> lines, Consumer<Interval> intervals) throws RunFolderException {
        if (lines.isEmpty() || !RunFolder.hasHistograms(folder)) {
            brief(lines, intervals);
            return;
        }
        try (InputStream log = Files.newInputStream(folder.resolve(RunFolder.HISTOGRAMS));
                HistogramLogReader histograms = new HistogramLogReader(log)) {
            int number = 0;
            for (String line : lines) {
                IntervalJson json = intervalJson(line, RunFolder.INTERVALS + " line " + ++number);
                intervals.accept(interval(json, "", number, histograms));
            }
        } catch (IOException e) {
            throw unreadable(RunFolder.HISTOGRAMS, e);
        }
    }

    /** Sentences about missing files, without which the run is shown. */
    public List<String> lacks() throws RunFolderException {
        List<String> lacks = new ArrayList<>();
        for (String file : List.of(RunFolder.INTERVALS, RunFolder.HISTOGRAMS, RunFolder.RESOURCES)) {
            if (!Files.exists(folder.resolve(file))) {
                lack(file).ifPresent(lacks::add);
            }
        }
        return lacks;
    }

    /** A sentence if a file is missing, or if that of a finished run has fewer lines than {@code run.json} counts. */
    public Optional<String> lack(String name) throws RunFolderException {
        String count = name.equals(RunFolder.RESOURCES) ? "resourceCount" : "intervalCount";
        boolean isThere = Files.exists(folder.resolve(name));
        if (!isFinished() && isThere) {
            return Optional.empty();
        }
        int expected =
                isFinished() ? whole(RunFolder.RUN, json -> json.path(count).asInt(0)) : 1;
        int found = isThere ? lines(name).whole().size() : 0;
        return found >= expected
                ? Optional.empty()
                : Optional.of(folder + ": " + name
                        + (isThere ? " has " + found + " lines where " + expected + " are expected" : " is missing")
                        + "; what it held is left out.");
    }

    private IntervalJson intervalJson(String line, String where) throws RunFolderException {
        return read(where, line, interval -> {
            Stream.concat(Stream.of(interval), interval.path(GROUPS).valueStream())
                    .flatMap(second -> second instanceof ObjectNode one ? Stream.of(one) : Stream.empty())
                    .forEach(second -> {
                        // The line omits these fields if it has no acknowledgements or no groups.
                        second.putIfAbsent("acknowledged", NullNode.getInstance());
                        second.putIfAbsent(GROUPS, second.objectNode());
                    });
            return StrictJson.MAPPER.treeToValue(interval, IntervalJson.class);
        });
    }

    /** @param prefix prefix of the tags in the log; empty for the whole load, the name of a group for its part */
    private Interval interval(IntervalJson json, String prefix, int number, HistogramLogReader histograms)
            throws RunFolderException {
        Latencies measured = new Latencies();
        Latencies warmup = new Latencies();
        for (Map.Entry<String, HistogramJson> latency : json.latencies().entrySet()) {
            String tag = latency.getKey();
            Histogram values = next(histograms, prefix + tag, latency.getValue().count(), number);
            try {
                HdrLogReporter.Tagged.add(tag, values, measured, warmup);
            } catch (IllegalArgumentException e) {
                throw damaged(RunFolder.INTERVALS + " line " + number, String.valueOf(e.getMessage()));
            }
        }
        Map<String, Interval> groups = new LinkedHashMap<>();
        for (Map.Entry<String, IntervalJson> group : json.groups().entrySet()) {
            String name = prefix + group.getKey() + Figure.GROUP_ENDS;
            groups.put(group.getKey(), interval(group.getValue(), name, number, histograms));
        }
        return json.with(measured, warmup, groups);
    }

    /** Next histogram of the log, which must have the tag and the count that the line of the interval has. */
    private Histogram next(HistogramLogReader histograms, String tag, long count, int number)
            throws RunFolderException {
        String expected = "expected " + count + " values of " + tag + " for interval " + number + ", found ";
        EncodableHistogram next;
        try {
            next = histograms.nextIntervalHistogram();
        } catch (RuntimeException e) {
            throw damaged(RunFolder.HISTOGRAMS, expected + "what is not a line of a histogram log");
        }
        if (!(next instanceof Histogram histogram)) {
            throw damaged(RunFolder.HISTOGRAMS, expected + "no more histograms");
        }
        if (!tag.equals(histogram.getTag()) || histogram.getTotalCount() != count) {
            throw damaged(
                    RunFolder.HISTOGRAMS,
                    expected + histogram.getTotalCount() + " of "
                            + Objects.requireNonNullElse(histogram.getTag(), "no latency"));
        }
        return histogram;
    }

    /** Whether the run has a beginning and no end. */
    private boolean isPartial() throws RunFolderException {
        return !isFinished() && Files.isRegularFile(folder.resolve(RunFolder.BEGUN));
    }

    private boolean isFinished() throws RunFolderException {
        if (!Files.isDirectory(folder)) {
            throw new RunFolderException(folder + ": there is no such folder. Name the folder of a stored run.");
        }
        FilePermissions.requireNoLinks(folder);
        return Files.isRegularFile(folder.resolve(RunFolder.RUN));
    }

    private RunFolderException damaged(String file, String what) {
        return new RunFolderException(folder + ": " + file + " is damaged: " + what + ". It cannot be used.");
    }

    private RunFolderException damaged(String file, JacksonException e) {
        String what = NOT_ACCEPTED
                .matcher(e.getOriginalMessage().lines().findFirst().orElse("it is not JSON"))
                .replaceFirst("$1 is none of $2");
        return new RunFolderException(folder + ": " + file + " is damaged: " + what + ". It cannot be used.", e);
    }

    private RunFolderException unreadable(String file, IOException e) {
        return e instanceof RunFolderException said
                ? said
                : new RunFolderException(
                        folder + ": " + file + " cannot be read: " + FileReason.of(e) + ". The run cannot be used.", e);
    }
}
