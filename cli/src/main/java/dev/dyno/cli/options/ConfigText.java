package dev.dyno.cli.options;

import dev.dyno.app.plan.Home;
import dev.dyno.app.plan.TargetReader;
import dev.dyno.model.config.file.QuickSize;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.config.file.WorkloadPlaces;
import dev.dyno.model.config.file.WorkloadText;
import dev.dyno.model.config.file.WorkloadValues;
import dev.dyno.model.yaml.YamlOverride;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A command line as a workload file with all defaults, each value with its origin as a comment. Settings outside the workload are
 * comments above it.
 */
public final class ConfigText {

    private final OptionOrigins options;
    private final Home home;

    public ConfigText(CommandSpec spec, Home home) {
        this.options = new OptionOrigins(spec);
        this.home = home;
    }

    /** Text of a load given by options alone. */
    public String ofOptions(WorkloadFile read, TargetReader aim) {
        Origins origins = new Origins(values(read), options::ofPath);
        origins.changed(values(onAim(read, aim)), TargetText.driverFile(aim));
        return text(TargetText.of(aim, options, home), origins);
    }

    /**
     * Text of a file without errors.
     *
     * @param beside values of flags that replace its own
     * @param aims at least one; those with driver files have the same settings for the traffic
     */
    public String ofFile(Path file, List<YamlOverride> beside, boolean quick, List<TargetReader> aims) {
        WorkloadFile read = WorkloadFile.read(file, beside);
        WorkloadPlaces places = WorkloadPlaces.of(file);
        Function<String, Optional<String>> names = places.isOfOmb() ? path -> Optional.empty() : places::destinationsAt;
        Origins origins = new Origins(WorkloadValues.of(read, names), path -> {
            String flag = options.ofSetting(path);
            String otherwise = places.isAsOmbHasIt(path) ? "as the OpenMessaging Benchmark has it" : Origins.DEFAULT;
            return !flag.equals(Origins.DEFAULT)
                    ? flag
                    : places.line(path).map(line -> "file " + file + ":" + line).orElse(otherwise);
        });
        if (quick) {
            read = QuickSize.of(read, change -> {});
            origins.changed(
                    WorkloadValues.of(read, names), options.of("--quick").replace("flag ", ""));
        }
        TargetReader first = aims.get(0);
        origins.changed(WorkloadValues.of(onAim(read, first), names), TargetText.driverFile(first));
        List<String> lines = new ArrayList<>();
        for (TargetReader aim : aims) {
            lines.addAll(TargetText.of(aim, options, home));
        }
        return text(lines, origins);
    }

    private static Map<String, String> values(WorkloadFile file) {
        return WorkloadValues.of(file, path -> Optional.empty());
    }

    private static WorkloadFile onAim(WorkloadFile read, TargetReader aim) {
        return read.with(
                aim.traffic().appliedTo(read.workload()),
                read.settings().faults().faults());
    }

    private static String text(List<String> comments, Origins origins) {
        return String.join("\n", comments) + "\n" + WorkloadText.of(origins.values(), origins::of);
    }
}
