package dev.dyno.report.history;

import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderException;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Stored runs of one place at the time of reading. Only the folders are used, without an index that could be out of date.
 *
 * @param runs readable runs, newest first; of a run without an end, the part that is stored
 * @param unreadable runs that cannot be read, for example because they are damaged or of a newer version
 * @param unfinished names of the folders of runs that were killed before their load or have not begun it yet, and of killed runs
 *     of an earlier version
 */
public record History(List<RunSummary> runs, List<Unreadable> unreadable, List<String> unfinished) {

    private static final int MAX_SENTENCES = 3;

    /**
     * An unreadable run.
     *
     * @param sentence the reason, for the user
     */
    public record Unreadable(String folderName, String sentence) {}

    /**
     * Reads all runs of a place; other folders are ignored.
     *
     * @param place need not exist
     * @throws IOException with a sentence, if the place cannot be read
     */
    public static History of(Path place) throws IOException {
        List<RunSummary> runs = new ArrayList<>();
        List<Unreadable> unreadable = new ArrayList<>();
        List<String> unfinished = new ArrayList<>();
        for (Path folder : folders(place)) {
            if (RunFolder.isReadable(folder)) {
                try {
                    runs.add(new RunFolderReader(folder).summary());
                } catch (RunFolderException e) {
                    unreadable.add(new Unreadable(folder.getFileName().toString(), String.valueOf(e.getMessage())));
                }
            } else if (RunFolder.isBegun(folder)) {
                unfinished.add(folder.getFileName().toString());
            }
        }
        runs.sort(Comparator.comparing((RunSummary run) -> run.result().started())
                .thenComparing(RunSummary::folderName)
                .reversed());
        return new History(runs, unreadable, unfinished);
    }

    /** Reasons why runs cannot be read: the first {@value #MAX_SENTENCES} sentences, and the names of the other runs. */
    public List<String> complaints() {
        List<String> lines = new ArrayList<>();
        unreadable.stream().limit(MAX_SENTENCES).forEach(run -> lines.add(run.sentence()));
        if (unreadable.size() > MAX_SENTENCES) {
            List<Unreadable> others = unreadable.subList(MAX_SENTENCES, unreadable.size());
            lines.add(others.size() + " more cannot be read: "
                    + String.join(
                            ", ", others.stream().map(Unreadable::folderName).toList()) + ".");
        }
        return lines;
    }

    /** Folders in the order of their names, which begin with the time. */
    static List<Path> folders(Path place) throws IOException {
        List<Path> folders = new ArrayList<>();
        if (!Files.exists(place)) {
            return folders;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(place, Files::isDirectory)) {
            all.forEach(folders::add);
        } catch (DirectoryIteratorException | IOException e) {
            throw unreadable(place, e);
        }
        folders.sort(Comparator.comparing(folder -> folder.getFileName().toString()));
        return folders;
    }

    private static IOException unreadable(Path place, Exception e) {
        return new IOException(place + ": cannot be read as a folder of runs: " + e + ". Name another one.", e);
    }
}
