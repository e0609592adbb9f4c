package dev.dyno.report.history;

import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names by which users refer to stored runs, and the folders they stand for. */
public final class RunNames {

    /** Name of the newest run. */
    public static final String LAST = "last";

    private static final String RUN_JSON = "run.json";
    private static final int TIME_LENGTH = "yyyyMMdd-HHmmss".length();
    private static final int MAX_NAMED = 5;

    /** Pattern of a folder's name with the run's id at its end, followed by a number if another run has the same name. */
    private static final Pattern ID = Pattern.compile(".*-([0-9a-f]{8})(-\\d+)?");

    private RunNames() {}

    /**
     * The folder of a run: {@value #LAST}, a path of the folder or of its {@code run.json}, the folder's name in that place, or a
     * unique beginning of its name or of the run's id.
     *
     * @throws IOException with a sentence, if no run or several runs match
     */
    public static Path find(Path place, String text) throws IOException {
        if (text.equals(LAST)) {
            return newest(place);
        }
        Path path = Path.of(text);
        Path parent = path.toAbsolutePath().getParent();
        if (path.endsWith(RUN_JSON) && parent != null) {
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
            boolean isRun = RunFolder.isFinished(folder) || RunFolder.isBegun(folder);
            if (isRun && (name.startsWith(text) || (id.matches() && idOf(id).startsWith(text)))) {
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
            throw new IOException(text + ": is the beginning of " + found.size() + " runs: "
                    + String.join(
                            ", ",
                            found.stream()
                                    .limit(MAX_NAMED)
                                    .map(folder -> folder.getFileName().toString())
                                    .toList())
                    + (found.size() > MAX_NAMED ? ", …" : "") + ". Give more of the name.");
        }
        return found.get(0);
    }

    private static String idOf(Matcher matched) {
        return String.valueOf(matched.group(1));
    }

    /**
     * The run that began last among those that have ended.
     *
     * @throws IOException with a sentence, if there is none
     */
    public static Path newest(Path place) throws IOException {
        List<Path> ended = new ArrayList<>(History.folders(place));
        ended.removeIf(folder -> !RunFolder.isFinished(folder));
        if (ended.isEmpty()) {
            throw new IOException(place + ": has no run that has ended. Name the folder of a stored run.");
        }
        return Collections.max(ended, Comparator.comparing(RunNames::second).thenComparing(RunNames::endMillis));
    }

    /** Second of a run's beginning, from its name; another run can have begun in the same second. */
    private static String second(Path folder) {
        String name = folder.getFileName().toString();
        return name.substring(0, Math.min(TIME_LENGTH, name.length()));
    }

    private static long endMillis(Path folder) {
        return folder.resolve(RUN_JSON).toFile().lastModified();
    }
}
