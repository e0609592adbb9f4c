package dev.dyno.model.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the reference page of the settings of a load as they are declared. */
final class ReferenceText {

    private static final String HEAD = """
            # Settings of a load

            Generated from the declarations of the settings; a test fails when it is out of date.

            A flag is one of `dyno client`, and of `dyno producer` or `dyno consumer` if it is about that side. Each is also a variable of the
            environment, `DYNO_` and its name in capitals: `--max-pending` is `DYNO_MAX_PENDING`. A key stands in a workload file at its path; as
            `workload.PATH` it is an axis of a study and a setup of a comparison. `--print-config` prints all of them with where each value comes
            from. During a run only the rate can be changed, on its page (`--ui`); a rate that changes by plan is a `load`.
            """;

    private static final Map<String, List<Section<?>>> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("The load", List.of(HeadSettings.SECTION, PhaseSettings.SECTION));
        PARTS.put("The backlog", List.of(PhaseSettings.BACKLOG));
        PARTS.put("Capacity", List.of(CapacitySettings.SECTION));
        PARTS.put("Faults and profiles", List.of(ConductSettings.SECTION));
        PARTS.put("Workers", List.of(WorkerSettings.SECTION));
        PARTS.put(
                "Where it goes, in no file (setups have broker, url, driver, client-id, heap, jvm, profile, set.KNOB, driver.PROPERTY)",
                List.of(TargetSettings.SECTION));
        PARTS.put("Producers", List.of(ProducerSettings.SECTION));
        PARTS.put("Messages", List.of(MessageSettings.SECTION));
        PARTS.put("Consumers", List.of(ConsumerSettings.SECTION));
    }

    private ReferenceText() {}

    static String text() {
        return HEAD
                + PARTS.entrySet().stream()
                        .map(part -> "\n## " + part.getKey()
                                + "\n\n| flag | key | value | default | meaning |\n|---|---|---|---|---|\n"
                                + part.getValue().stream()
                                        .flatMap(section -> section.settings().stream())
                                        .filter(setting -> !(setting.flags().isEmpty()
                                                && Section.settingAt(setting.path())
                                                        .isEmpty()))
                                        .map(ReferenceText::row)
                                        .collect(Collectors.joining()))
                        .collect(Collectors.joining());
    }

    private static String row(LoadSetting<?, ?> setting) {
        String flags = Stream.concat(setting.flags().stream(), setting.allFlags().stream())
                .distinct()
                .map(name -> "`" + name + "`")
                .collect(Collectors.joining(", "));
        String key = Section.settingAt(setting.path())
                .filter(setting::equals)
                .map(found -> "`" + found.path() + "`")
                .orElse("");
        String byDefault =
                setting.defaultWords().isEmpty() ? setting.defaultText().orElse("none") : setting.defaultWords();
        return Stream.of(flags, key, setting.kind().expectation(), byDefault, setting.meaning())
                .map(cell -> cell.replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n"))
                .replace("|  |", "| |");
    }
}
