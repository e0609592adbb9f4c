package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * CPU quota of a process: that of its control group, or else of the nearest group above with a quota. While the quota is used up,
 * the kernel lets none of the group's threads run; see cgroup-v2 of the kernel.
 *
 * @param earlierSeconds time for which threads were stopped before the first reading: the group may be older than the process
 */
record CpuQuota(ProcFile stat, double earlierSeconds) implements FigureReader {

    static Optional<FigureReader> of(long pid) {
        return find(Path.of("/proc"), Path.of("/sys/fs/cgroup"), pid);
    }

    /** Finds the quota; empty if there is none, or if control groups are not of version 2. */
    static Optional<FigureReader> find(Path proc, Path groups, long pid) {
        try (Stream<String> lines = Files.lines(proc.resolve(pid + "/cgroup"))) {
            String own =
                    lines.filter(line -> line.startsWith("0::/")).findFirst().orElse("0::/");
            Path group = groups.resolve(own.substring("0::/".length()));
            for (; group.startsWith(groups); group = group.resolve("..").normalize()) {
                Path quota = group.resolve("cpu.max");
                if (Files.exists(quota) && !Files.readString(quota).startsWith("max")) {
                    ProcFile stat = ProcFile.open(group.resolve("cpu.stat"));
                    return Optional.of(new CpuQuota(stat, stoppedSeconds(stat)));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // The system has no control groups, or this user may not read them.
        }
        return Optional.empty();
    }

    private static double stoppedSeconds(ProcFile stat) throws IOException {
        return ProcFile.number(stat.text(), "\nthrottled_usec ") / 1e6;
    }

    @Override
    public void read(ResourceReading into, long nowNs) throws IOException {
        into.counter(ResourceMetric.CPU_THROTTLED, stoppedSeconds(stat) - earlierSeconds);
    }

    @Override
    public void close() {
        stat.close();
    }
}
