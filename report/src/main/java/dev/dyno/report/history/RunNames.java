package dev.dyno.report.history;

import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names by which users refer to stored runs, and the folders they stand for. */
public final class RunNames {

    /** Name of the newest run. */
    public static final String LAST = "last";

    private static final int TIME_LENGTH = "yyyyMMdd-HHmmss".length();
    private static final int MAX_NAMED = 5;

    /** Pattern of a folder's name with the run's id at its end, followed by a number if another run has the same name. */
    private static final Pattern ID = Pattern.compile(".*-([0-9a-f]{8})(-\\d+)?");

    private static final Pattern NTH = Pattern.compile(LAST + "(?:~(\\d{1,6}))?");

    /** Range: two names with two dots between them. Dots of a path to the folder above do not count. */
    private static final Pattern RANGE = Pattern.compile("(.*[^./])\\.\\.([^./].*)");

    private RunNames() {}

    /**
     * Folders of the runs of a name, or of a range like {@code last~2..last}: all runs that have ended, from one to the other in
     * the order of their beginning.
     *
     * @throws IOException with a sentence, if no run or several runs match a name
     */
    public static List<Path> findAll(Path place, String text) throws IOException {
        Matcher range = RANGE.matcher(text);
        if (!range.matches()) {
            return List.of(find(place, text));
        }
        List<Path> ended = ended(place);
        List<Integer> ends = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            Path folder = find(place, String.valueOf(range.group(i)));
            ends.add(ended.stream().map(Path::getFileName).toList().indexOf(folder.getFileName()));
        }
        if (ends.get(0) < 0 || ends.get(1) < ends.get(0)) {
            throw new IOException(text + ": must name two runs of " + place
                    + " that have ended, the earlier one first, like last~2..last.");
        }
        return ended.subList(ends.get(0), ends.get(1) + 1);
    }

    /**
     * The folder of a run: {@value #LAST}, {@code last~1} for the one before it and so on, a path of the folder or of any file in
     * it, the folder's name in that place, or a unique beginning of its name or of the run's id.
     *
     * @throws IOException with a sentence, if no run or several runs match
     */
    public static Path find(Path place, String text) throws IOException {
        Matcher nth = NTH.matcher(text);
        if (nth.matches()) {
            return newest(place, nth.group(1) == null ? 0 : Integer.parseInt(nth.group(1)));
        }
        Path path = Path.of(text);
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null
                && (path.endsWith(RunFolder.RUN) || (Files.isRegularFile(path) && RunFolder.isReadable(parent)))) {
            return parent;
        }
        if (!text.isEmpty() && Files.isDirectory(path)) {
            return path;
        }
        List<Path> found = new ArrayList<>();
        for (Path folder : History.folders(place)) {
            String name = folder.getFileName().toString();
            if (name.equals(text)) {
                return folder;
            }
            Matcher id = ID.matcher(name);
            boolean isRun = RunFolder.isReadable(folder) || RunFolder.isBegun(folder);
            if (isRun
                    && (name.startsWith(text)
                            || (id.matches() && String.valueOf(id.group(1)).startsWith(text)))) {
                found.add(folder);
            }
        }
        if (found.isEmpty() || text.isEmpty()) {
            throw new IOException((text.isEmpty() ? "\"\"" : text) + ": no run of that name is in " + place
                    + ". Give the folder of a run, the beginning of its name or id as dyno history shows them, or "
                    + LAST
                    + ".");
        }
        if (found.size() > 1) {
            String some = found.stream()
                    .limit(MAX_NAMED)
                    .map(folder -> folder.getFileName().toString())
                    .collect(Collectors.joining(", "));
            throw new IOException(text + ": is the beginning of " + found.size() + " runs: " + some
                    + (found.size() > MAX_NAMED ? ", …" : "") + ". Give more of the name.");
        }
        return found.get(0);
    }

    /** The runs that have ended, in the order of their beginning. */
    private static List<Path> ended(Path place) throws IOException {
        List<Path> ended = new ArrayList<>(History.folders(place));
        ended.removeIf(folder -> !RunFolder.isFinished(folder));
        ended.sort(Comparator.comparing(RunNames::second)
                .thenComparing(folder -> folder.resolve(RunFolder.RUN).toFile().lastModified()));
        return ended;
    }

    private static Path newest(Path place, int before) throws IOException {
        List<Path> ended = ended(place);
        if (ended.isEmpty()) {
            throw new IOException(place + ": has no run that has ended. Name the folder of a stored run.");
        }
        if (before >= ended.size()) {
            throw new IOException(LAST + "~" + before + ": only " + ended.size() + " runs in " + place
                    + " have ended; the first of them is " + LAST + "~" + (ended.size() - 1) + ".");
        }
        return ended.get(ended.size() - 1 - before);
    }

    /** Second of a run's beginning, from its name; another run can have begun in the same second. */
    private static String second(Path folder) {
        String name = folder.getFileName().toString();
        return name.substring(0, Math.min(TIME_LENGTH, name.length()));
    }
}
