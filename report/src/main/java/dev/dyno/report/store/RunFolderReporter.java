package dev.dyno.report.store;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.ResourceSample;
import dev.dyno.model.result.RunResult;
import dev.dyno.report.store.LineJson.IntervalJson;
import dev.dyno.report.store.LineJson.Versioned;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Fills the folder of a run; see {@link RunFolder} for its files and their order. */
final class RunFolderReporter implements Reporter {

    private final Path folder;
    private final HdrLogReporter histograms;
    private final ReportFile intervals;
    private final ReportFile resources;
    private final Closeable lock;
    private int intervalCount;
    private int resourceCount;

    /** Creates the files in an existing folder; the run is locked until the reporter is closed. */
    RunFolderReporter(Path folder) throws IOException {
        this.folder = folder;
        histograms = new HdrLogReporter(ReportFile.create(folder.resolve(RunFolder.HISTOGRAMS)));
        intervals = ReportFile.create(folder.resolve(RunFolder.INTERVALS));
        resources = ReportFile.create(folder.resolve(RunFolder.RESOURCES));
        lock = RunFolder.lock(folder.resolve(RunFolder.INTERVALS)).orElse(() -> {});
    }

    /** Writes {@code begun.json}, without forcing it to the disk, which could take a while just before the load. */
    @Override
    public void onBegin(RunResult begun) throws IOException {
        WholeFile.write(folder.resolve(RunFolder.BEGUN), RunJson.write(begun, 0, 0));
    }

    /** Writes an interval: the line comes last, because it promises that the histograms it names are in the log. */
    @Override
    public void onInterval(Interval interval) throws IOException {
        histograms.onInterval(interval);
        intervals.write(LineJson.of(IntervalJson.of(interval)) + '\n');
        intervalCount++;
    }

    @Override
    public void onResources(ResourceSample sample) throws IOException {
        resources.write(LineJson.of(new Versioned(sample)) + '\n');
        resourceCount++;
    }

    @Override
    public void onResult(RunResult result) throws IOException {
        WholeFile.writeDurably(folder.resolve(RunFolder.RUN), RunJson.write(result, intervalCount, resourceCount));
        Path begun = folder.resolve(RunFolder.BEGUN);
        try {
            Files.deleteIfExists(begun);
        } catch (IOException e) {
            throw ReportFile.failure(begun.toString(), e);
        }
    }

    @Override
    public void close() throws IOException {
        try (lock;
                intervals;
                resources;
                histograms) {
            // Each file is closed even if others fail.
        }
    }
}
