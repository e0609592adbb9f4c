package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** This machine in /proc; see proc_stat(5), proc_meminfo(5), proc_diskstats(5), and accounting/psi.rst of the kernel. */
final class LinuxHost implements FigureReader {

    /** Unit of the kernel's disk statistics, regardless of the disk. */
    private static final int SECTOR_BYTES = 512;

    // Fields of a line of /proc/diskstats, from the disk's name on.
    private static final int SECTORS_READ = 3;
    private static final int SECTORS_WRITTEN = 7;
    private static final int BUSY_MILLIS = 10;

    private final ProcUnits units;
    private final ProcFile stat;
    private final ProcFile memory;
    private final List<ProcFile> disks;
    private final Map<ResourceMetric, ProcFile> waits = new EnumMap<>(ResourceMetric.class);
    private final Set<String> diskNames;
    private final Busiest disk = new Busiest(ResourceMetric.DISK_BUSY);
    private final Busiest core = new Busiest(ResourceMetric.CPU_BUSIEST_CORE);
    private final BusyTime busy = new BusyTime();

    LinuxHost(Path proc, ProcUnits units) throws IOException {
        this.units = units;
        stat = ProcFile.open(proc.resolve("stat"));
        memory = ProcFile.open(proc.resolve("meminfo"));
        disks = found(proc.resolve("diskstats"));
        found(proc.resolve("pressure/cpu")).forEach(file -> waits.put(ResourceMetric.CPU_WAITING, file));
        found(proc.resolve("pressure/io")).forEach(file -> waits.put(ResourceMetric.STORAGE_WAITING, file));
        diskNames = diskNames();
    }

    /** Opens a file; empty if this container may not see it, or the kernel does not have it. */
    private static List<ProcFile> found(Path file) {
        try {
            return List.of(ProcFile.open(file));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Disks with a device: no partitions, and no disks made of other disks or of memory. */
    private static Set<String> diskNames() {
        Set<String> names = new HashSet<>();
        try (Stream<Path> all = Files.list(Path.of("/sys/block"))) {
            all.filter(disk -> Files.exists(disk.resolve("device")))
                    .forEach(disk -> names.add(String.valueOf(disk.getFileName())));
        } catch (IOException e) {
            // No disk is visible.
        }
        return names;
    }

    @Override
    public void read(ResourceReading into, long nowNs) throws IOException {
        processors(into, stat.text(), nowNs);
        into.level(ResourceMetric.MEMORY_AVAILABLE, 1024 * ProcFile.number(memory.text(), "\nMemAvailable:"));
        for (ProcFile file : disks) {
            disks(into, file.text(), nowNs);
        }
        for (Map.Entry<ResourceMetric, ProcFile> each : waits.entrySet()) {
            // The first line is of the time in which at least one thread waited, in microseconds.
            into.counter(each.getKey(), 100 * ProcFile.number(each.getValue().text(), " total=") / 1e6);
        }
    }

    private void processors(ResourceReading into, String text, long nowNs) {
        String[] all = ProcFile.words(text.substring(0, text.indexOf('\n')));
        IdleTime.of(text, units).forEach((processor, unused) -> {
            core.add(processor, nowNs / 1e9 - unused);
            busy.add(processor, unused);
        });
        core.read(into, nowNs);
        double stolenTicks = Long.parseLong(all[IdleTime.STOLEN]);
        into.counter(ResourceMetric.CPU, busy.read(nowNs))
                .counter(ResourceMetric.CPU_STOLEN, stolenTicks / units.ticksPerSecond())
                .level(ResourceMetric.RUN_QUEUE, ProcFile.number(text, "\nprocs_running "))
                .level(ResourceMetric.BLOCKED, ProcFile.number(text, "\nprocs_blocked "));
    }

    private void disks(ResourceReading into, String text, long nowNs) {
        double read = 0;
        double written = 0;
        for (String name : diskNames) {
            int start = text.indexOf(' ' + name + ' ');
            if (start >= 0) {
                String[] fields = ProcFile.words(text.substring(start, text.indexOf('\n', start)));
                read += Long.parseLong(fields[SECTORS_READ]) * (double) SECTOR_BYTES;
                written += Long.parseLong(fields[SECTORS_WRITTEN]) * (double) SECTOR_BYTES;
                disk.add(name, Long.parseLong(fields[BUSY_MILLIS]) / 1e3);
            }
        }
        if (!diskNames.isEmpty()) {
            into.counter(ResourceMetric.DISK_READ, read).counter(ResourceMetric.DISK_WRITE, written);
            disk.read(into, nowNs);
        }
    }

    @Override
    public void close() {
        disks.forEach(ProcFile::close);
        waits.values().forEach(ProcFile::close);
        stat.close();
        memory.close();
    }
}
