package dev.dyno.app.plan;

import com.sun.management.OperatingSystemMXBean;
import dev.dyno.driver.setting.Units;
import dev.dyno.report.study.Study;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Needs of a study that this machine lacks, in words.
 *
 * @param missing needs without which the study cannot be run: disk space, or more than 5 % of the wanted memory
 * @param notes lacks that only make figures differ from those of the source: fewer processors, up to 5 % less memory
 */
public record MachineNeeds(List<String> missing, List<String> notes) {

    /** Share of the wanted memory that may be missing: a machine of 24 GiB reports a little less. */
    private static final double LITTLE = 0.05;

    public MachineNeeds {
        missing = List.copyOf(missing);
        notes = List.copyOf(notes);
    }

    /** @param place folder of the study; need not exist yet */
    public static MachineNeeds of(Study.Needs needs, Path place) {
        List<String> missing = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        int cores = Runtime.getRuntime().availableProcessors();
        needs.cores()
                .filter(wanted -> cores < wanted)
                .ifPresent(wanted -> notes.add("the study is made for " + wanted + " processors, and there are " + cores
                        + ": absolute figures are lower, and latencies higher."));
        // In a container this is the container's memory, which may be less than the machine's.
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        needs.memoryBytes().filter(wanted -> memory < wanted).ifPresent(wanted -> {
            String lack = Units.formatBytes(wanted) + " of memory, and there are " + roughly(memory);
            if (memory < wanted * (1 - LITTLE)) {
                missing.add(lack);
            } else {
                notes.add("the study is made for " + lack + ".");
            }
        });
        long free = free(place);
        needs.diskBytes()
                .filter(wanted -> free < wanted)
                .ifPresent(wanted -> missing.add(Units.formatBytes(wanted) + " of free disk space in " + place
                        + ", and there are " + roughly(free)));
        return new MachineNeeds(missing, notes);
    }

    private static String roughly(long bytes) {
        return Units.formatBytes(bytes >> 20 << 20);
    }

    private static long free(Path place) {
        Path there = place.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there.toFile().getUsableSpace();
    }
}
