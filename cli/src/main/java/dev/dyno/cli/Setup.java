package dev.dyno.cli;

import dev.dyno.config.YamlText;
import dev.dyno.load.DriverFolders;
import dev.dyno.workfile.WorkloadFile;
import dev.dyno.yaml.YamlOverride;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One way to set up a run, as {@code key=value}: which broker, how it is configured, through which driver, and values of the
 * workload. Studies and comparisons are made of these.
 *
 * @param place what names it for the user, in front of what is wrong with it; may be empty
 * @param settings by key, in the order in which they were given
 */
record Setup(String place, Map<String, String> settings) {

    private static final String KNOB = "set.";
    private static final String DRIVER_PROPERTY = "driver.";
    private static final String WORKLOAD = "workload.";
    private static final String PROFILE = "profile";

    /** The flags of {@code dyno client} that say the same, by the keys here. */
    private static final Map<String, String> FLAGS = new LinkedHashMap<>();

    static {
        FLAGS.put("broker", "--broker");
        FLAGS.put("url", "--url");
        FLAGS.put("driver", "--driver");
        FLAGS.put("client-id", "--clientID");
        FLAGS.put("heap", "--heap");
        FLAGS.put("jvm", "--jvm");
        FLAGS.put(PROFILE, "--profile");
        FLAGS.put(KNOB + "KNOB", "--set");
        FLAGS.put(DRIVER_PROPERTY + "PROPERTY", "--driver-property");
    }

    private static final String ALLOWED = "must be one of " + String.join(", ", FLAGS.keySet())
            + ", or workload.PATH like workload.phases.measure or workload.producers[0].rate.";

    Setup {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** Reads {@code key=value}, each. */
    static Setup parse(String place, List<String> given, Problems problems) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String setting : given) {
            int equals = setting.indexOf('=');
            if (equals <= 0) {
                problems.add(said(place, setting + "; must be key=value, like broker=artemis:2.6.3."));
            } else if (settings.putIfAbsent(setting.substring(0, equals).strip(), setting.substring(equals + 1))
                    != null) {
                problems.add(said(place, setting + ": is given twice; leave one of them out."));
            }
        }
        return new Setup(place, settings);
    }

    /** With the settings of another one, which win. */
    Setup with(Setup over) {
        Map<String, String> both = new LinkedHashMap<>(settings);
        both.putAll(over.settings);
        return new Setup(over.place.isEmpty() ? place : over.place, both);
    }

    /**
     * What it makes of a workload. All that is wrong is a problem, and the run is of no use then.
     *
     * @param workload reads the file anew with these values in place of its own
     * @param flags that stand beside it, and win
     */
    PlannedRun resolve(
            Function<List<YamlOverride>, WorkloadFile> workload,
            List<YamlOverride> flags,
            DriverFolders folders,
            Home home,
            Problems problems) {
        Problems own = new Problems(Setup::keyOf);
        checkKeys(own);
        WorkloadFile file = workload.apply(
                Stream.concat(overrides().stream(), flags.stream()).toList());
        file.problems().forEach(problem -> own.add(problem.toString()));
        DriverFiles driverFiles = new DriverFiles(folders, own);
        TargetOptions target = driverFiles.resolved(target());
        TargetReader reader = new TargetReader(target, new ConsumerTargetOptions(), folders, own);
        reader.check();
        reader.checkBroker(home.path());
        reader.checkDriverSettings(home.path());
        own.addIf(
                !target.jvmFlags.isEmpty() && reader.managedBroker().isEmpty(),
                "--jvm: is of the JVM of a broker that Dyno starts in a process of its own; leave it out.");
        PlannedRun run = PlannedRun.of(file, target, reader, folders);
        run.check(home, own);
        own.sentences().forEach(sentence -> problems.add(said(place, sentence)));
        return run;
    }

    private void checkKeys(Problems own) {
        settings.forEach((key, value) -> {
            boolean word = FLAGS.containsKey(key) && !key.contains(".");
            boolean known = word
                    || List.of(KNOB, DRIVER_PROPERTY, WORKLOAD).stream()
                            .anyMatch(prefix -> key.startsWith(prefix) && key.length() > prefix.length());
            own.addIf(!known, key + ": is no setting; " + ALLOWED);
            own.addIf(word && value.isBlank(), key + ": is empty; give it a value.");
        });
    }

    private List<YamlOverride> overrides() {
        List<YamlOverride> overrides = new ArrayList<>();
        settings.forEach((key, value) -> {
            if (key.startsWith(WORKLOAD)) {
                overrides.add(new YamlOverride(key + "=" + value, key.substring(WORKLOAD.length()), value));
            }
            if (key.equals(PROFILE)) {
                overrides.add(new YamlOverride(key, key, YamlText.quoted(value)));
            }
        });
        return overrides;
    }

    private TargetOptions target() {
        TargetOptions target = new TargetOptions();
        target.broker = word("broker");
        target.url = word("url");
        target.driver = word("driver");
        target.connection.clientId = word("client-id");
        target.connection.heap = word("heap");
        target.jvmFlags =
                word("jvm").map(flags -> List.of(flags.strip().split("\\s+"))).orElse(List.of());
        target.connection.knobs = named(KNOB);
        target.connection.driverProperties = named(DRIVER_PROPERTY);
        return target;
    }

    private Optional<String> word(String key) {
        return Optional.ofNullable(settings.get(key)).filter(value -> !value.isBlank());
    }

    private Map<String, String> named(String prefix) {
        Map<String, String> named = new LinkedHashMap<>();
        settings.forEach((key, value) -> {
            if (key.startsWith(prefix) && key.length() > prefix.length()) {
                named.put(key.substring(prefix.length()), value);
            }
        });
        return named;
    }

    private static String keyOf(String flag) {
        return FLAGS.entrySet().stream()
                .filter(entry -> entry.getValue().equals(flag))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(flag);
    }

    private static String said(String place, String sentence) {
        return place.isEmpty() ? sentence : place + ": " + sentence;
    }
}
