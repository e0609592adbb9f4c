package dev.dyno.broker.resource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Time in which the processors of this machine had nothing to do since its start: idle, waiting for a disk, or given to others by
 * the host of a virtual machine. The rest is busy ({@link BusyTime}). See proc_stat(5).
 *
 * @param seconds unused time of all processors
 * @param allSeconds elapsed time of all processors
 * @param processors number of them; in a container, or on a set of processors, this process may use fewer
 */
public record IdleTime(double seconds, double allSeconds, int processors) {

    // Fields of a line of /proc/stat: user nice system idle iowait irq softirq steal.
    private static final int IDLE = 4;
    private static final int WAITING = 5;
    static final int STOLEN = 8;

    /** Unused time of this machine; empty if the operating system does not report it. */
    public static Optional<IdleTime> ofThisMachine() {
        try {
            Map<String, Double> unused = of(Files.readString(Path.of("/proc/stat")), ProcUnits.read());
            // The file begins with the seconds since the start.
            String up = Files.readString(Path.of("/proc/uptime"));
            double upSeconds = Double.parseDouble(up.substring(0, up.indexOf(' ')));
            double sum =
                    unused.values().stream().mapToDouble(Double::doubleValue).sum();
            return Optional.of(new IdleTime(sum, unused.size() * upSeconds, unused.size()));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Unused seconds by processor. The first line of the text is the sum of all, the following are of one each: cpu0, cpu1, … */
    static Map<String, Double> of(String stat, ProcUnits units) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        int start = stat.indexOf('\n') + 1;
        while (stat.startsWith("cpu", start)) {
            int end = stat.indexOf('\n', start);
            String[] one = ProcFile.words(stat.substring(start, end));
            long ticks = Long.parseLong(one[IDLE]) + Long.parseLong(one[WAITING]) + Long.parseLong(one[STOLEN]);
            seconds.put(one[0], (double) ticks / units.ticksPerSecond());
            start = end + 1;
        }
        return seconds;
    }

    /** Share of the processors that was busy since an earlier reading, from 0 to 1. */
    public double busySince(IdleTime earlier) {
        double share = 1 - (seconds - earlier.seconds) / (allSeconds - earlier.allSeconds);
        // Unused time advances in ticks, so in a short interval it may exceed the elapsed time.
        return Math.min(1, Math.max(0, share));
    }
}
