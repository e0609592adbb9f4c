package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.driver.DriverException;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.file.DriverFile;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.workload.Target;
import dev.dyno.model.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Writes a page on each file that the OpenMessaging Benchmark ships: {@code bench/omb-files CLONE} does it, by {@code
 * -Ddyno.omb=CLONE -Ddyno.generate=true}. Without a clone there is nothing to look at.
 */
class OmbFilesPageTest {

    private static final Path PAGE = Path.of("..", "docs", "guide", "omb-files.md");

    private final DriverFolders drivers =
            new DriverFolders(Path.of(BuiltDyno.HOME).resolve("drivers"), List.of());

    /** Notes that many files have, by a letter. */
    private final Map<String, Character> common = new LinkedHashMap<>();

    @Test
    void thePageIsCurrent() throws IOException {
        String clone = System.getProperty("dyno.omb", "");
        assumeTrue(!clone.isEmpty(), "no clone of the OpenMessaging Benchmark is named by -Ddyno.omb");
        String text = page(Path.of(clone));
        if (Boolean.getBoolean("dyno.generate")) {
            Files.writeString(PAGE, text);
        }
        assertThat(PAGE).as("made again by: bench/omb-files CLONE").hasContent(text);
    }

    private String page(Path clone) throws IOException {
        List<Path> workloads = yaml(clone.resolve("workloads"));
        List<Path> driverFiles = new ArrayList<>();
        for (Path folder : folders(clone)) {
            driverFiles.addAll(yaml(folder));
        }
        List<String> ofDrivers = byReading(driverFiles, this::ofDriver, file -> clone.relativize(file));
        List<String> ofWorkloads = byReading(workloads, this::ofWorkload, Path::getFileName);
        List<String> lines = new ArrayList<>(List.of(
                "# Each file of the OpenMessaging Benchmark",
                "",
                "<!-- Made from a clone of it by bench/omb-files. -->",
                "",
                driverFiles.size() + " driver files and " + workloads.size()
                        + " workload files of its repository, by how Dyno reads them. [The guide](omb.md) says what holds for all.",
                "",
                "## Driver files",
                ""));
        lines.addAll(ofDrivers);
        lines.addAll(List.of("", "## Workload files", ""));
        lines.addAll(ofWorkloads);
        lines.addAll(List.of("", "## Notes", ""));
        common.forEach((note, letter) -> lines.add("- " + letter + ": " + note));
        return String.join("\n", lines) + "\n";
    }

    /** A list entry for each reading, with the files that have it. */
    private static List<String> byReading(
            List<Path> files, Function<Path, String> reading, UnaryOperator<Path> shownName) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        for (Path file : files) {
            names.computeIfAbsent(reading.apply(file), unused -> new ArrayList<>())
                    .add("`" + shownName.apply(file) + "`");
        }
        return names.entrySet().stream()
                .map(entry ->
                        "- " + entry.getKey().replaceFirst("\\.$", "") + ": " + String.join(", ", entry.getValue()))
                .toList();
    }

    private static List<Path> folders(Path clone) throws IOException {
        return Listing.of(clone).stream()
                .filter(folder -> folder.getFileName().toString().startsWith("driver-"))
                .toList();
    }

    private static List<Path> yaml(Path folder) throws IOException {
        return Listing.of(folder).stream()
                .filter(file -> file.toString().endsWith(".yaml"))
                .toList();
    }

    private String ofDriver(Path path) {
        DriverFile file = DriverFile.read(path, false);
        Optional<String> refused = refusal(file.problems()).or(() -> refusedByDriver(file));
        if (refused.isPresent()) {
            return "refused: " + refused.get();
        }
        int nodes = nodes(file.properties());
        String cluster = nodes > 1 ? "; needs a cluster of " + nodes + ", and a broker that Dyno starts is one" : "";
        return "`" + file.driver() + "`, " + asWritten(file.notes()) + cluster;
    }

    private String letter(String note) {
        return common.computeIfAbsent(note, unused -> (char) ('a' + common.size()))
                .toString();
    }

    /** Copies that a setting of the file asks for, each on another node. */
    private static int nodes(Map<String, String> properties) {
        return Stream.of("kafka.replication", "nats.stream.replicas", "pulsar.new-namespace.copies")
                .map(name -> properties.getOrDefault(name, "1").replaceFirst("/.*", ""))
                .mapToInt(Integer::parseInt)
                .max()
                .orElse(1);
    }

    private Optional<String> refusedByDriver(DriverFile file) {
        Target target =
                new Target(file.driver(), file.url().orElse(""), Optional.empty(), Optional.empty(), file.properties());
        try (SystemTime time = new SystemTime()) {
            drivers.open(target, time).close();
            return Optional.empty();
        } catch (DriverException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private String ofWorkload(Path path) {
        WorkloadFile file = WorkloadFile.read(path);
        Optional<String> refused = refusal(file.problems());
        if (refused.isPresent()) {
            return "refused: " + refused.get();
        }
        int partitions = file.partitions().orElse(1);
        String where = partitions > 1 ? ", where the driver has partitions; refused elsewhere" : "";
        return asWritten(file.notes()) + where;
    }

    private String asWritten(List<String> notes) {
        return notes.isEmpty()
                ? "as written"
                : "as written but " + notes.stream().map(this::letter).collect(Collectors.joining(", "));
    }

    /** Without the place, which only the clone has, and without the list of the drivers that there are. */
    private static Optional<String> refusal(List<YamlProblem> problems) {
        return problems.stream()
                .findFirst()
                .map(problem ->
                        problem.toString().lines().findFirst().orElse("").replaceFirst("^.*?:\\d+:\\d+: ", ""))
                .map(sentence -> sentence.replaceFirst(
                        "driverClass: .*\\.(\\w+); must end with one of .*", "there is no driver for $1"));
    }
}
