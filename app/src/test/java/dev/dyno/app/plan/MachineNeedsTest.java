package dev.dyno.app.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.dyno.report.study.Study;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineNeedsTest {

    private static final long MEMORY =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();

    private static MachineNeeds memory(double share) {
        return MachineNeeds.of(
                new Study.Needs(Optional.empty(), Optional.of((long) (MEMORY * share)), Optional.empty()),
                Path.of("."));
    }

    @Test
    void aLittleLessMemoryIsANote() {
        assertThat(memory(1).notes()).isEmpty();
        assertThat(memory(1.04).missing()).isEmpty();
        assertThat(memory(1.04).notes()).singleElement().asString().contains(" of memory, and there are ");
        assertThat(memory(1.06).notes()).isEmpty();
        assertThat(memory(1.06).missing()).singleElement().asString().contains(" of memory, and there are ");
    }
}
