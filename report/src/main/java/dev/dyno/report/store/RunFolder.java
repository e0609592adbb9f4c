package dev.dyno.report.store;

import dev.dyno.model.verdict.RunMark;
import dev.dyno.report.export.CsvReporter;
import dev.dyno.report.page.HtmlReporter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A stored run: everything needed to render, compare or check it later.
 *
 * <p><b>Format, schema version {@value #SCHEMA_VERSION}.</b> A folder {@code <yyyyMMdd-HHmmss>-<name>-<run id>} (UTC, so that
 * folders of several hosts sort) with
 * <ul>
 * <li>{@code run.json}: the {@link dev.dyno.model.result.RunResult}, with percentiles in ns and the whole histogram of each
 * latency (HdrHistogram's compressed V2 encoding in Base64, as in a log). Written last, to a temporary file that is then moved:
 * if it exists, it is complete, and so is the run.
 * <li>{@code begun.json}: like {@code run.json}, with everything known when the load begins and no numbers. Deleted once
 * {@code run.json} exists: only a killed run, or one in progress, has it. Such a run is read as a {@linkplain PartialRun partial}
 * one.
 * <li>{@code latency.hdr}: the histograms of each interval, see {@link HdrLogReporter}.
 * <li>{@code intervals.jsonl}: one JSON object per line and interval with times, counts and percentiles. Its {@code latencies}
 * name, in order, the histograms of the interval in {@code latency.hdr}. Written after them, so a complete line means that they
 * exist; a last line without its line end is the result of a kill and is not read.
 * <li>{@code resources.jsonl}: one JSON object per line and {@link dev.dyno.model.result.ResourceSample}, with the rule of
 * {@code intervals.jsonl} for its last line.
 * <li>{@code profile-<event>.html} and {@code profile.jfr}: for a profiled run, see {@link dev.dyno.model.result.ProfileResult}.
 * Not written by a reporter. Never read back.
 * <li>{@code marks.jsonl}: for a marked run, one JSON object per line and {@link RunMark}, oldest first. Not written by a
 * reporter, but later by users.
 * <li>{@code capacity.json}: for a search for the capacity, its answer, see {@link CapacityFile}. Not written by a reporter.
 * <li>{@code tags.json}: the tags of a run that was tagged later, in place of those in {@code run.json}.
 * <li>{@code given.json}: the command line and the files that it names, see {@link CommandRecord}. Runs without a command line lack
 * it.
 * <li>{@code report.html}: the page of the run, see {@link HtmlReporter}. Never read back.
 * </ul>
 *
 * <p>While a run is in progress, {@code intervals.jsonl} is locked, so that Dyno does not delete the run.
 *
 * <p>Tables for spreadsheets are written on request, see {@link CsvReporter}.
 *
 * <p><b>Why.</b> Each number has one place that programs use (histograms, not percentiles), and derived numbers beside it for
 * people and for tools without HdrHistogram. Text only, so a run can be read on every machine. The result's histograms are in
 * {@code run.json} and not summed up from the log, so that a comparison of runs reads one small file each.
 *
 * <p><b>Compatibility.</b> Readers are strict: an unknown or missing field is an error, not a default. A change of fields is a
 * new schema version; a newer one is refused with a sentence. Version 2 had the reasons of a verdict as sentences and no notes;
 * it is read with these sentences, see {@link OldFindings}. Version 3 had no marks of figures; they are made from its
 * percentiles. A run with groups has version {@value #WITH_GROUPS}, because earlier readers refuse their fields. JSON has one
 * number type: integers in the configuration come back as {@link Integer} where they fit, else {@link Long}, other numbers as
 * {@link Double}.
 */
public final class RunFolder {

    /**
     * Schema version of {@code run.json}, {@code begun.json}, {@code intervals.jsonl}, {@code resources.jsonl},
     * {@code marks.jsonl}, {@code tags.json} and {@code given.json}.
     */
    public static final int SCHEMA_VERSION = 4;

    /** Version of {@code run.json}, {@code begun.json} and a line of {@code intervals.jsonl} with groups; the newest one read. */
    static final int WITH_GROUPS = 5;

    /** Oldest version that can be read; its findings are sentences. */
    static final int OLDEST_READ = 2;

    public static final String RUN = "run.json";
    static final String BEGUN = "begun.json";
    public static final String INTERVALS = "intervals.jsonl";
    static final String HISTOGRAMS = "latency.hdr";
    public static final String RESOURCES = "resources.jsonl";
    static final String MARKS = "marks.jsonl";
    static final String GIVEN = "given.json";
    static final String TAGS = "tags.json";

    /** Page of a run in its folder, see {@link HtmlReporter}. Never read back. */
    public static final String REPORT = "report.html";

    /** Minimum free space for a run, in bytes: enough for an hour of intervals of about 10 KB. */
    static final long MIN_FREE_BYTES = 64L << 20;

    /** Minimum free space for a report on one run, in bytes: enough for any report without a histogram for each interval. */
    private static final long MIN_FREE_FOR_A_FILE = 1L << 20;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private RunFolder() {}

    /**
     * Checks in advance whether runs can be stored in a folder, without changing anything on disk.
     *
     * @param folder need not exist yet
     * @param what the things to be written, for the sentence
     * @return a sentence about the obstacle; empty if there is none
     */
    public static Optional<String> check(Path folder, String what) {
        Path there = folder.toAbsolutePath().normalize();
        while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            Path parent = there.getParent();
            if (parent == null) {
                return Optional.of(folder + ": there is no such place. Choose another folder for " + what + ".");
            }
            there = parent;
        }
        if (!Files.isDirectory(there)) {
            return Optional.of(folder + ": cannot be a folder, because " + there
                    + (Files.exists(there) ? " is a file" : " is a link to nothing") + ". Choose another folder for "
                    + what + ".");
        }
        if (!Files.isWritable(there) || !Files.isExecutable(there)) {
            return Optional.of(folder + ": cannot be written, because " + there
                    + " is not writable for this user. Change its permissions or choose another folder for " + what
                    + ".");
        }
        return checkSpace(folder, what, there.toFile().getUsableSpace());
    }

    static Optional<String> checkSpace(Path folder, String what, long freeBytes) {
        return checkSpace(folder, freeBytes, MIN_FREE_BYTES, "choose another folder for " + what);
    }

    private static Optional<String> checkSpace(Path place, long freeBytes, long neededBytes, String orElse) {
        return freeBytes >= neededBytes
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%s: only %.1f MiB are free there; %d MiB or more are needed. Make room or %s.",
                        place,
                        freeBytes / (double) (1 << 20),
                        neededBytes >> 20,
                        orElse));
    }

    /**
     * Checks whether there is room for a report, before its load starts.
     *
     * @param file in an existing folder
     * @return a sentence; empty if there is room, or if the report goes to a device or a pipe
     */
    public static Optional<String> checkRoomFor(Path file) {
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder == null || (Files.exists(absolute) && !Files.isRegularFile(absolute))) {
            return Optional.empty();
        }
        return checkSpace(file, folder.toFile().getUsableSpace(), MIN_FREE_FOR_A_FILE, "choose another place");
    }

    /**
     * Creates the empty folder of a run, and the folder of all runs if it is missing. If the folder exists already, a number is
     * added to its name.
     *
     * @throws IOException with a sentence
     */
    public static Path create(Path runs, Instant started, String name, String runId) throws IOException {
        String shortId = plain(runId);
        String base = TIME.format(started) + '-' + limit(plain(name), 40) + '-' + limit(shortId, 8);
        return FilePermissions.newFolder(runs, base);
    }

    /** A form of the name that is safe in file names on any system; never empty, never hidden. */
    private static String plain(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9._]+", "-").replaceAll("^[-.]+|[-.]+$", "");
        return plain.isEmpty() ? "run" : plain;
    }

    private static String limit(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }

    /**
     * Reporter that fills a folder made by {@link #create}.
     *
     * @throws IOException with a sentence, if a file cannot be created
     */
    public static Reporter reporter(Path folder) throws IOException {
        return new RunFolderReporter(folder);
    }

    /** Whether a folder holds a run that has ended. */
    public static boolean isFinished(Path folder) {
        return Files.isRegularFile(folder.resolve(RUN));
    }

    /** Whether a folder holds a run that can be read: it has ended, or its load has begun. */
    public static boolean isReadable(Path folder) {
        return isFinished(folder) || Files.isRegularFile(folder.resolve(BEGUN));
    }

    /** Whether a folder has the intervals of a run: the run has ended, is in progress, or was killed. */
    public static boolean isBegun(Path folder) {
        return Files.isRegularFile(folder.resolve(INTERVALS));
    }

    /** Whether a run began before a time, by the name of its folder. */
    public static boolean beganBefore(Path folder, Instant time) {
        return String.valueOf(folder.getFileName()).compareTo(TIME.format(time)) < 0;
    }

    /** Whether a run is in progress: its file of intervals is locked until the run has ended. True also if that is unknown. */
    public static boolean isBeingWritten(Path folder) {
        try (FileChannel file = FileChannel.open(folder.resolve(INTERVALS), StandardOpenOption.WRITE);
                FileLock lock = file.tryLock()) {
            return lock == null;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException | OverlappingFileLockException e) {
            return true;
        }
    }

    /**
     * Locks a file until the returned object is closed. On a file system without locks, nothing is locked, and nothing fails.
     *
     * @return empty if it is locked already
     */
    public static Optional<Closeable> lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        boolean isLocked;
        try {
            isLocked = channel.tryLock() == null;
        } catch (OverlappingFileLockException e) {
            isLocked = true;
        } catch (IOException e) {
            isLocked = false;
        }
        if (isLocked) {
            channel.close();
        }
        return isLocked ? Optional.empty() : Optional.of(channel);
    }

    /**
     * Deletes a run with all its files.
     *
     * @throws IOException with a sentence, if it is no run, is in progress, or cannot be deleted
     */
    public static void delete(Path folder) throws IOException {
        if (!isReadable(folder) && !isBegun(folder)) {
            throw new IOException(folder + ": is not the folder of a run, so it is not deleted.");
        }
        if (isBeingWritten(folder)) {
            throw new IOException(folder + ": this run is in progress. Wait for its end, or end it, then delete it.");
        }
        deleteAll(folder);
    }

    /** Deletes a folder without any check: one of a run that this process has written and that has nothing to keep. */
    public static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new IOException(folder + ": cannot be deleted: " + e.getMessage() + ". Change its permissions.", e);
        }
    }

    /**
     * Marks a run; existing marks stay.
     *
     * @throws RunFolderException with a sentence, if the run cannot be read
     * @throws IOException with a sentence, if the mark cannot be written
     */
    public static void mark(Path folder, RunMark mark) throws IOException {
        MarksFile.add(folder, new RunFolderReader(folder).summary().marks(), mark);
    }

    /**
     * Changes the tags of a run, and returns all tags that it then has.
     *
     * @param changes by name; an empty value removes the tag
     * @throws RunFolderException with a sentence, if the run cannot be read
     * @throws IOException with a sentence, if the tags cannot be written
     */
    public static Map<String, String> tag(Path folder, Map<String, String> changes) throws IOException {
        Map<String, String> tags =
                new RunFolderReader(folder).summary().result().configured().tags();
        tags.putAll(changes);
        tags.values().removeIf(String::isEmpty);
        WholeFile.writeJson(folder.resolve(TAGS), new LineJson.Versioned(new RunFolderReader.TagsJson(tags)));
        return tags;
    }

    /** Whether a folder has intervals and their histograms; published runs lack the histograms. */
    public static boolean hasHistograms(Path folder) {
        return isBegun(folder) && Files.isRegularFile(folder.resolve(HISTOGRAMS));
    }
}
