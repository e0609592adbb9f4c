package dev.dyno.app.plan;

import com.sun.management.OperatingSystemMXBean;
import dev.dyno.driver.setting.Units;
import dev.dyno.report.study.Study;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks whether this machine meets the needs of a study. */
public final class MachineNeeds {

    private MachineNeeds() {}

    /**
     * Needs that the machine does not meet, in words.
     *
     * @param place folder of the study; need not exist yet
     */
    public static List<String> missing(Study.Needs needs, Path place) {
        List<String> missing = new ArrayList<>();
        int cores = Runtime.getRuntime().availableProcessors();
        needs.cores().ifPresent(wanted -> {
            if (cores < wanted) {
                missing.add(wanted + " processors, and there are " + cores);
            }
        });
        // A container may use less than the machine has.
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        needs.memoryBytes().ifPresent(wanted -> {
            if (memory < wanted) {
                missing.add(Units.formatBytes(wanted) + " of memory, and there are " + roughly(memory));
            }
        });
        needs.diskBytes().ifPresent(wanted -> {
            long free = free(place);
            if (free < wanted) {
                missing.add(Units.formatBytes(wanted) + " of free disk space in " + place + ", and there are "
                        + roughly(free));
            }
        });
        return missing;
    }

    private static String roughly(long bytes) {
        return Units.formatBytes(bytes >> 20 << 20);
    }

    private static long free(Path place) {
        Path there = place.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        try {
            return Files.getFileStore(there).getUsableSpace();
        } catch (IOException e) {
            // Unknown free space is not reported as too little.
            return Long.MAX_VALUE;
        }
    }
}
