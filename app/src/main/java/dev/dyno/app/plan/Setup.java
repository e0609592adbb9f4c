package dev.dyno.app.plan;

import dev.dyno.driver.Secrets;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.ConductSettings;
import dev.dyno.model.config.LoadSetting;
import dev.dyno.model.config.TargetSettings;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.yaml.YamlFile;
import dev.dyno.model.yaml.YamlOverride;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Setup of a run as {@code key=value} pairs: broker, its configuration, driver, and values of the workload. Used by studies,
 * comparisons and searches.
 *
 * @param place its name for the user, in front of errors; may be empty
 * @param settings by key, in the given order
 */
public record Setup(String place, Map<String, String> settings) {

    private static final String WORKLOAD = "workload.";

    private static final List<String> WORDS = Stream.of(
                    TargetSettings.BROKER,
                    TargetSettings.URL,
                    TargetSettings.DRIVER,
                    TargetSettings.CLIENT_ID,
                    TargetSettings.HEAP,
                    TargetSettings.JVM,
                    ConductSettings.PROFILE)
            .map(LoadSetting::key)
            .toList();

    private static final String ALLOWED = "must be one of " + String.join(", ", WORDS)
            + ", set.KNOB, driver.PROPERTY, or workload.PATH like workload.phases.measure or workload.producers[0].rate.";

    public Setup {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** The settings as text for users, without secrets. */
    public String title() {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + Secrets.shown(setting.getKey(), setting.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Reads {@code key=value} pairs. */
    public static Setup parse(String place, List<String> given, Problems problems) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String setting : given) {
            String[] parts = setting.split("=", 2);
            if (parts.length < 2 || parts[0].isEmpty()) {
                problems.add(sentence(place, setting + "; must be key=value, like broker=artemis:2.6.3."));
            } else if (settings.putIfAbsent(parts[0].strip(), parts[1]) != null) {
                problems.add(sentence(place, parts[0] + ": is given twice; leave one of them out."));
            }
        }
        return new Setup(place, settings);
    }

    /**
     * Applies the setup to a workload. Errors are added to the problems; if there are any, the run must not be used.
     *
     * @param workload reads the file again with these overrides
     * @param flags of the command line; they override the setup
     */
    public PlannedRun resolve(
            Function<List<YamlOverride>, WorkloadFile> workload,
            List<YamlOverride> flags,
            DriverFolders folders,
            Home home,
            Problems problems) {
        Problems own = new Problems();
        checkKeys(own);
        WorkloadFile file = workload.apply(
                Stream.concat(overrides().stream(), flags.stream()).toList());
        file.problems().forEach(problem -> own.add(problem.toString()));
        TargetReader reader = target(folders, own);
        reader.check(home.path());
        PlannedRun run = PlannedRun.of(file, reader);
        run.check(home, own);
        run.checkDrivers(home, own);
        own.sentences().forEach(sentence -> problems.add(sentence(place, sentence)));
        return run;
    }

    /** Reports unknown keys, and values that a workload refuses; broker and driver are not asked. */
    public void check(Function<List<YamlOverride>, WorkloadFile> workload, Problems problems) {
        Problems own = new Problems();
        checkKeys(own);
        workload.apply(overrides()).problems().forEach(problem -> own.add(problem.toString()));
        own.sentences().forEach(sentence -> problems.add(sentence(place, sentence)));
    }

    /** The setup's target, which is not checked yet. */
    public TargetReader target(DriverFolders folders, Problems problems) {
        return new DriverFiles(folders, problems).target(new SetupReading(settings, problems));
    }

    private void checkKeys(Problems own) {
        settings.forEach((key, value) -> {
            boolean word = WORDS.contains(key);
            boolean known = word
                    || Stream.concat(SetupReading.PREFIXES.values().stream(), Stream.of(WORKLOAD))
                            .anyMatch(prefix -> key.startsWith(prefix) && key.length() > prefix.length());
            own.addIf(!known, key + ": is no setting; " + ALLOWED);
            own.addIf(word && value.isBlank(), key + ": is empty; give it a value.");
        });
    }

    /** The settings that change the workload, as overrides. */
    public List<YamlOverride> overrides() {
        List<YamlOverride> overrides = new ArrayList<>();
        settings.forEach((key, value) -> {
            if (key.startsWith(WORKLOAD)) {
                overrides.add(new YamlOverride(key + "=" + value, key.substring(WORKLOAD.length()), value));
            }
            if (key.equals(ConductSettings.PROFILE.key())) {
                overrides.add(new YamlOverride(key, key, YamlFile.quoted(value)));
            }
        });
        return overrides;
    }

    private static String sentence(String place, String sentence) {
        return place.isEmpty() ? sentence : place + ": " + sentence;
    }
}
