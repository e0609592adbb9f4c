package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.report.store.RunFolderReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names that no other run has. */
@Tag("slow")
class FreshNamesTest extends WithDyno {

    private static Map<String, Object> config(Path run) throws IOException {
        return new RunFolderReader(run).result().config();
    }

    @Test
    void runsWithFreshNamesAreComparedAsTheSameLoad() throws IOException {
        for (int i = 0; i < 2; i++) {
            assertThat(dyno.run("client", "queue://A", "--broker", "null", "--message-count", "50", "--fresh-names")
                            .err())
                    .isEmpty();
        }
        List<Path> runs = runs();
        assertThat(runs).hasSize(2);
        assertThat(runs)
                .extracting(run -> config(run).get("nameSuffix"))
                .doesNotHaveDuplicates()
                .allSatisfy(suffix -> assertThat((String) suffix).matches("[A-Za-z0-9_-]{7}"));
        assertThat(runs)
                .extracting(run -> String.valueOf(config(run).get("producers")))
                .allMatch(group -> group.contains("queue://A,") || group.contains("queue://A]"));
        assertThat(dyno.run("compare", runs.get(0).toString(), runs.get(1).toString())
                        .out())
                .contains("p99")
                .doesNotContain("the workloads differ");
    }
}
