package dev.dyno.cli;

import dev.dyno.driver.setting.Units;
import dev.dyno.workfile.QuickSize;
import dev.dyno.workfile.WorkloadFile;
import dev.dyno.workfile.WorkloadPlaces;
import dev.dyno.workfile.WorkloadText;
import dev.dyno.workfile.WorkloadValues;
import dev.dyno.workload.FaultPlan;
import dev.dyno.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a command line comes to, as a workload file in which every default stands, each value with where it came from behind it.
 * What is no part of a workload stands above, as comments.
 */
final class ConfigText {

    private final OptionOrigins options;
    private final Home home;

    ConfigText(CommandSpec spec, Home home) {
        this.options = new OptionOrigins(spec);
        this.home = home;
    }

    /** Where a workload goes. */
    record Aim(TargetOptions options, TargetReader reader) {}

    /** Of options alone. */
    String ofOptions(Workload read, Aim aim, FaultPlan faults) {
        Origins origins = new Origins(values(read, "", Optional.empty(), p -> Optional.empty()), options::ofPath);
        origins.changed(
                values(aim.options.traffic.appliedTo(read), "", Optional.empty(), p -> Optional.empty()),
                driverFile(aim));
        List<String> lines = new ArrayList<>(TargetText.of(aim.options, aim.reader, options, home));
        faults.faults()
                .forEach(fault ->
                        lines.add("# at: " + Units.formatDuration(fault.at().toNanos()) + " "
                                + fault.action().word() + "  # " + options.of("--at")));
        faults.reconnectDelay()
                .ifPresent(delay -> lines.add("# reconnect-delay: " + Units.formatDuration(delay.toNanos()) + "  # "
                        + options.of("--reconnect-delay", "--reconnect")));
        return text(lines, origins);
    }

    /**
     * Of a file that has nothing wrong in it.
     *
     * @param aims at least one; what their driver files say of the traffic is the same
     */
    String ofFile(Path file, boolean quick, List<Aim> aims) {
        WorkloadFile read = WorkloadFile.read(file);
        WorkloadPlaces places = WorkloadPlaces.of(file);
        Naming naming = places.isOfOmb() ? path -> Optional.empty() : places::destinationsAt;
        Workload workload = read.workload();
        Origins origins =
                new Origins(values(workload, read.description(), read.partitions(), naming), path -> places.line(path)
                        .map(line -> "file " + file + ":" + line)
                        .orElse(places.isOfOmb() ? "as the OpenMessaging Benchmark has it" : Origins.DEFAULT));
        if (quick) {
            workload = QuickSize.of(workload, Runtime.getRuntime().availableProcessors())
                    .workload();
            origins.changed(values(workload, read.description(), read.partitions(), naming), quickOrigin());
        }
        Aim first = aims.get(0);
        origins.changed(
                values(first.options.traffic.appliedTo(workload), read.description(), read.partitions(), naming),
                driverFile(first));
        List<String> lines = new ArrayList<>();
        for (Aim aim : aims) {
            lines.addAll(TargetText.of(aim.options, aim.reader, options, home));
        }
        return text(lines, origins);
    }

    /** Names of destinations by the path that names them. */
    private interface Naming extends Function<String, Optional<String>> {}

    private static Map<String, String> values(
            Workload workload, String description, Optional<Integer> partitions, Naming naming) {
        return WorkloadValues.of(workload, description, partitions, naming);
    }

    private String quickOrigin() {
        return options.of("--quick").replace("flag ", "");
    }

    private static String driverFile(Aim aim) {
        return "driver file " + aim.options.driverLabel.orElse("");
    }

    private static String text(List<String> comments, Origins origins) {
        return String.join("\n", comments) + "\n" + WorkloadText.of(origins.values(), origins::of);
    }
}
