package dev.dyno.report.study;

import dev.dyno.driver.Secrets;
import dev.dyno.model.result.FileReason;
import dev.dyno.report.store.FilePermissions;
import dev.dyno.report.store.LineJson.Versioned;
import dev.dyno.report.store.OldFindings;
import dev.dyno.report.store.ReportFile;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderException;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.RunSummary;
import dev.dyno.report.store.StrictJson;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The folder of a study: {@code <yyyyMMdd-HHmmss>-<name>} (UTC) with
 * <ul>
 * <li>{@code study.yaml}: the study file as it was when the study began
 * <li>{@code begin.json}: the request; locked while the study is in progress
 * <li>{@code progress.jsonl}: a line for each finished {@link Trial}, written at once. A last line without its end is the result
 * of a kill, and its trial is run again.
 * <li>{@code runs/}: the stored runs
 * <li>{@code study.json}, {@code claims.csv}, {@code table.csv}, {@code table.md}, {@code charts/}, {@code report.html}: made
 *   from all of these, repeatedly. Never read back.
 * </ul>
 *
 * <p>Assumptions and guarantees: one thread, one process. Every {@link IOException} is a sentence.
 */
public final class StudyFolder {

    static final String DEFINITION = "study.yaml";
    static final String BEGIN = "begin.json";
    static final String PROGRESS = "progress.jsonl";
    static final String RUNS = "runs";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Content of {@code begin.json}. */
    record Begin(
            String name,
            boolean quick,
            Map<String, Collection<String>> only,
            Instant started,
            int rounds,
            Map<String, String> setup,
            Map<String, List<String>> axes) {}

    private final Path folder;
    private final Begin begin;
    private final StudyFile file;
    private final List<Trial> trials;
    /** Values by axis to which the remaining trials are limited. */
    private final Map<String, Collection<String>> now;

    private StudyFolder(
            Path folder, Begin begin, StudyFile file, List<Trial> trials, Map<String, Collection<String>> now) {
        this.folder = folder;
        this.begin = begin;
        this.file = file;
        this.trials = new ArrayList<>(trials);
        this.now = now;
    }

    /**
     * Makes the folder of a new study.
     *
     * @param studies folder of all studies
     */
    public static StudyFolder create(
            Path studies, Instant started, StudyFile file, boolean quick, Map<String, Collection<String>> only)
            throws IOException {
        Begin begin = new Begin(
                file.study().about().name(),
                quick,
                only,
                started,
                file.study().rounds().repeats(),
                shown(file.study().instead()),
                file.axes());
        Path folder = FilePermissions.newFolder(studies, TIME.format(started) + "-" + begin.name);
        try {
            Files.writeString(folder.resolve(DEFINITION), file.text());
            Files.createDirectory(folder.resolve(RUNS));
            Files.write(
                    folder.resolve(BEGIN),
                    StrictJson.MAPPER.writeValueAsBytes(new Versioned(StudyResult.SCHEMA_VERSION, begin)));
        } catch (IOException e) {
            throw ReportFile.failure(folder.toString(), e);
        }
        return new StudyFolder(folder, begin, file, List.of(), Map.of());
    }

    /** Reads the folder of a study that is finished, in progress, or stopped. */
    public static StudyFolder open(Path folder) throws IOException {
        Path beginning = folder.resolve(BEGIN);
        if (!Files.isRegularFile(beginning)) {
            throw new IOException(folder + ": this is not the folder of a study, it has no " + BEGIN + ". Name one.");
        }
        FilePermissions.requireNoLinks(folder);
        try {
            Begin begin = begin(Files.readString(beginning));
            // A study without a name in its file is named after the file, which is study.yaml only here.
            StudyFile file = StudyFile.of(
                            begin.name + ".yaml", Files.readString(folder.resolve(DEFINITION)), begin.quick, begin.axes)
                    .with(begin.rounds, begin.setup);
            if (!file.problems().isEmpty()) {
                throw new IOException(folder.resolve(DEFINITION) + ": this version of Dyno does not read it: "
                        + file.problems().get(0));
            }
            return new StudyFolder(folder, begin, file, progress(folder), Map.of());
        } catch (JacksonException e) {
            throw damaged(beginning, e);
        } catch (FileSystemException e) {
            throw unreadable(folder, e);
        }
    }

    private static Begin begin(String text) {
        ObjectNode json = StrictJson.MAPPER.readValue(text, ObjectNode.class);
        if (!json.has("rounds")) {
            // Default for a study that was begun by a version without these fields, which had no axes either.
            json.put("rounds", 0).putObject("setup");
        }
        if (!json.has("axes")) {
            json.putObject("axes");
        }
        return Versioned.read(json, Begin.class);
    }

    private static List<Trial> progress(Path folder) throws IOException {
        Path file = folder.resolve(PROGRESS);
        List<Trial> trials = new ArrayList<>();
        if (!Files.exists(file)) {
            return trials;
        }
        String text = Files.readString(file);
        int end = text.lastIndexOf('\n') + 1;
        try {
            for (String line : text.substring(0, end).lines().toList()) {
                JsonNode trial = StrictJson.MAPPER.readTree(line);
                trial.path("steps").forEach(OldFindings::inReasons);
                trials.add(StrictJson.MAPPER.treeToValue(trial, Trial.class));
            }
        } catch (JacksonException e) {
            throw damaged(file, e);
        }
        return trials;
    }

    /**
     * Newest study in a folder that has the given name and size, and meets a condition.
     *
     * @param unreadable receives a sentence on each newer study that cannot be read, and could be the one
     */
    public static Optional<StudyFolder> findNewest(
            Path studies, String name, boolean quick, Predicate<StudyFolder> wanted, Consumer<String> unreadable)
            throws IOException {
        if (!Files.isDirectory(studies)) {
            return Optional.empty();
        }
        List<Path> folders;
        try (Stream<Path> all = Files.list(studies)) {
            folders = all.filter(folder -> Files.isRegularFile(folder.resolve(BEGIN)))
                    .sorted((one, other) -> other.compareTo(one))
                    .toList();
        } catch (IOException e) {
            throw unreadable(studies, e);
        }
        for (Path folder : folders) {
            try {
                StudyFolder study = open(folder);
                if (study.begin.name.equals(name) && study.begin.quick == quick && wanted.test(study)) {
                    return Optional.of(study);
                }
            } catch (IOException e) {
                unreadable.accept(String.valueOf(e.getMessage()));
            }
        }
        return Optional.empty();
    }

    public Path path() {
        return folder;
    }

    public Path runs() {
        return folder.resolve(RUNS);
    }

    /**
     * Locks the study until the result is closed, because a second process would run the same trials.
     *
     * @throws IOException with a sentence, if it is locked already
     */
    public Closeable lock() throws IOException {
        Path beginning = folder.resolve(BEGIN);
        try {
            return RunFolder.lock(beginning)
                    .orElseThrow(() ->
                            new IOException(folder + ": this study is in progress. Wait for its end, or end it."));
        } catch (FileSystemException e) {
            throw ReportFile.failure(beginning.toString(), e);
        }
    }

    /** A copy that limits the remaining trials to cells with these values. */
    public StudyFolder only(Map<String, Collection<String>> limits) {
        return new StudyFolder(folder, begin, file, trials, limits);
    }

    /** The study file as it was when the study began. */
    public StudyFile file() {
        return file;
    }

    /** Whether the study was begun with these settings in place of those of the file. */
    public boolean isWith(Map<String, String> setup) {
        return begin.setup.equals(shown(setup));
    }

    /** Settings without secrets. */
    private static Map<String, String> shown(Map<String, String> setup) {
        Map<String, String> shown = new LinkedHashMap<>();
        setup.forEach((key, value) -> shown.put(key, Secrets.shown(key, value)));
        return shown;
    }

    public boolean isQuick() {
        return begin.quick;
    }

    /** Finished trials. */
    public List<Trial> trials() {
        return List.copyOf(trials);
    }

    /** All trials of the planned rounds, finished or not. */
    public List<StudyPlan.Planned> planned() {
        return StudyPlan.of(file.study(), begin.only);
    }

    /** Trials of the planned rounds that are not finished, within the limits of {@link #only}. */
    public List<StudyPlan.Planned> left() {
        return StudyPlan.without(
                planned(),
                planned -> !StudyPlan.isWithin(planned.cell(), now)
                        || trials.stream()
                                .anyMatch(trial -> trial.round() == planned.round()
                                        && trial.cell().equals(planned.cell().values())));
    }

    /** Trials of another round, for the cells of undecided claims; none if no claim needs one. */
    public List<StudyPlan.Planned> nextRound() {
        List<Cell> cells = planned().stream()
                .map(StudyPlan.Planned::cell)
                .filter(cell -> StudyPlan.isWithin(cell, now))
                .distinct()
                .toList();
        return ClaimDecision.nextRound(file.study(), trials, begin.quick, cells);
    }

    /** Adds a finished trial, which is on disk when this returns. */
    public void add(Trial trial) throws IOException {
        Path progress = folder.resolve(PROGRESS);
        try {
            // Without this, a last line that a kill cut off would be joined with the new line.
            if (Files.exists(progress)) {
                String text = Files.readString(progress);
                int end = text.lastIndexOf('\n') + 1;
                if (end < text.length()) {
                    Files.writeString(progress, text.substring(0, end));
                }
            }
            Files.writeString(
                    progress,
                    StrictJson.MAPPER.writeValueAsString(trial) + "\n",
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND,
                    StandardOpenOption.DSYNC);
        } catch (IOException e) {
            throw ReportFile.failure(progress.toString(), e);
        }
        trials.add(trial);
    }

    /** The result of the study so far. */
    public StudyResult result() throws RunFolderException {
        Map<String, RunSummary> runs = new LinkedHashMap<>();
        for (Trial trial : trials) {
            for (Trial.StepResult step : trial.steps()) {
                Optional<Path> run = step.run().map(name -> runs().resolve(name));
                // A run may have been deleted to save space; the progress has its figures.
                if (run.isPresent() && RunFolder.isFinished(run.get())) {
                    runs.putIfAbsent(
                            file.study().label(trial.values(step, file.study())),
                            new RunFolderReader(run.get()).summary());
                }
            }
        }
        Map<String, Map<String, String>> facts = new TreeMap<>();
        runs.forEach((label, run) -> run.result().semantics().facts().forEach((fact, value) -> facts.computeIfAbsent(
                        fact, f -> new LinkedHashMap<>())
                .put(label, value)));
        Map<String, String> common = new LinkedHashMap<>();
        facts.forEach((fact, values) -> {
            if (values.size() == runs.size() && Set.copyOf(values.values()).size() == 1) {
                common.put(fact, values.values().iterator().next());
            }
        });
        facts.keySet().removeAll(common.keySet());
        return new StudyResult(
                begin.name,
                file.study().about().title(),
                begin.quick,
                begin.only,
                begin.started,
                trials.size() + only(Map.of()).left().size(),
                runs.values().stream()
                        .findFirst()
                        .map(run -> run.result().environment())
                        .orElse(Map.of()),
                common,
                facts,
                file.text(),
                ClaimDecision.of(file.study(), trials, begin.quick),
                trials);
    }

    private static IOException unreadable(Path folder, IOException cause) {
        return new IOException(folder + ": cannot be read: " + FileReason.of(cause) + ".", cause);
    }

    private static IOException damaged(Path file, JacksonException cause) {
        return new IOException(
                file + ": is damaged: "
                        + cause.getOriginalMessage().lines().findFirst().orElse("not JSON")
                        + ". It cannot be used.",
                cause);
    }
}
