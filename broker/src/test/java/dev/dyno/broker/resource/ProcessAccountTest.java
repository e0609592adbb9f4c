package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resources of a process and its children, of which the test says each second and byte. */
class ProcessAccountTest {

    private static final long SECOND = 1_000_000_000;
    private static final long ROOT = 10;
    private static final long CHILD = 20;
    private static final long GRANDCHILD = 30;
    private static final long MB = 1_000_000;

    private final ScriptedProc proc;
    private final ScriptedProc.Scripted root;

    ProcessAccountTest(@TempDir Path folder) {
        proc = new ScriptedProc(folder);
        root = proc.start(ROOT, 1).uses(7, 3 * MB);
    }

    private static ResourceReading read(ProcessSource source) throws IOException {
        ResourceReading reading = new ResourceReading();
        source.read(reading);
        return reading;
    }

    /** From a reading before to one now, a second later. */
    private static Map<String, Double> second(ResourceReading before, ResourceReading now) {
        return SampleMaker.between(before, now, SECOND);
    }

    private static void assertUsed(Map<String, Double> values, double cores, double bytes) {
        assertThat(values.get(ResourceMetric.CPU.tag())).isCloseTo(cores, within(1e-9));
        assertThat(values.get(ResourceMetric.WRITE.tag())).isCloseTo(bytes, within(1e-9));
    }

    @Test
    void anEndedChildThatWasWaitedForCountsOnce() throws IOException {
        ScriptedProc.Scripted child = proc.start(CHILD, ROOT).uses(2, 50 * MB);
        try (ProcessTreeUsage tree = new ProcessTreeUsage(ROOT, proc.figures())) {
            ResourceReading before = read(tree);
            child.uses(0.3, 4 * MB).endAndBeWaitedFor();
            root.uses(0.1, MB);
            ResourceReading after = read(tree);
            assertUsed(second(before, after), 0.4, 5 * MB);
            root.uses(0.2, 2 * MB);
            assertUsed(second(after, read(tree)), 0.2, 2 * MB);
        }
    }

    @Test
    void theSumStaysWhenNobodyWaitedForAnEndedChild() throws IOException {
        ScriptedProc.Scripted child = proc.start(CHILD, ROOT).uses(2, 50 * MB);
        try (ProcessTreeUsage tree = new ProcessTreeUsage(ROOT, proc.figures())) {
            ResourceReading before = read(tree);
            child.end();
            root.uses(0.1, MB);
            ResourceReading after = read(tree);
            assertUsed(second(before, after), 0, 0);
            root.uses(0.2, 2 * MB);
            assertUsed(second(after, read(tree)), 0.2, 2 * MB);
        }
    }

    @Test
    void aChildThatIsBornDuringTheRunCountsFromItsStart() throws IOException {
        try (ProcessTreeUsage tree = new ProcessTreeUsage(ROOT, proc.figures())) {
            ResourceReading before = read(tree);
            for (int i = 0; i < 3; i++) {
                ResourceReading same = read(tree);
                assertUsed(second(before, same), 0, 0);
                before = same;
            }
            ScriptedProc.Scripted child = proc.start(CHILD, ROOT).uses(0.5, 4 * MB);
            ResourceReading born = read(tree);
            assertUsed(second(before, born), 0.5, 4 * MB);
            child.uses(0.25, MB);
            assertUsed(second(born, read(tree)), 0.25, MB);
        }
    }

    @Test
    void aChildThatLivedBetweenTwoReadingsIsInItsParentsAccount() throws IOException {
        try (ProcessTreeUsage tree = new ProcessTreeUsage(ROOT, proc.figures())) {
            ResourceReading before = read(tree);
            root.inherit(0.6, 9 * MB);
            assertUsed(second(before, read(tree)), 0.6, 9 * MB);
        }
    }

    @Test
    void aChildAndItsChildThatEndInOneSecondCountOnce() throws IOException {
        ScriptedProc.Scripted child = proc.start(CHILD, ROOT).uses(2, 50 * MB);
        ScriptedProc.Scripted grandchild = proc.start(GRANDCHILD, CHILD).uses(3, 70 * MB);
        try (ProcessTreeUsage tree = new ProcessTreeUsage(ROOT, proc.figures())) {
            ResourceReading before = read(tree);
            grandchild.uses(0.1, MB).endAndBeWaitedFor();
            child.uses(0.2, MB).endAndBeWaitedFor();
            ResourceReading after = read(tree);
            assertUsed(second(before, after), 0.3, 2 * MB);
            assertUsed(second(after, read(tree)), 0, 0);
        }
    }

    @Test
    void aChildWhoseParentEndsIsFollowedAndStaysCounted() throws IOException {
        ScriptedProc.Scripted child = proc.start(CHILD, ROOT).uses(2, 50 * MB);
        ScriptedProc.Scripted grandchild = proc.start(GRANDCHILD, CHILD).uses(3, 70 * MB);
        try (ProcessTreeUsage tree = new ProcessTreeUsage(ROOT, proc.figures())) {
            ResourceReading before = read(tree);
            child.endAndBeWaitedFor();
            grandchild.uses(0.5, MB);
            ResourceReading orphaned = read(tree);
            assertUsed(second(before, orphaned), 0.5, MB);
            grandchild.endAndBeWaitedFor();
            // The first process of the host has waited for it.
            assertUsed(second(orphaned, read(tree)), 0, 0);
        }
    }

    @Test
    void aLoneProcessIsNotChargedWithWhatItsEndedChildWrote() throws IOException {
        ScriptedProc.Scripted child = proc.start(CHILD, ROOT).uses(2, 500 * MB);
        try (LoneProcess alone = new LoneProcess(proc.figures().process(ROOT))) {
            ResourceReading first = read(alone);
            root.uses(0.1, MB);
            child.uses(1, 50 * MB);
            ResourceReading second = read(alone);
            assertUsed(second(first, second), 0.1, MB);
            root.uses(0.1, MB);
            child.endAndBeWaitedFor();
            ResourceReading third = read(alone);
            assertThat(second(second, third)).doesNotContainKey(ResourceMetric.WRITE.tag());
            assertThat(second(second, third).get(ResourceMetric.CPU.tag())).isCloseTo(0.1, within(1e-9));
            root.uses(0.2, 2 * MB);
            assertUsed(second(third, read(alone)), 0.2, 2 * MB);
        }
    }

    /** A real one, of which the kernel keeps the account. */
    @Test
    void bytesOfAnEndedChildOfARealProcessCountOnce() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "/proc is there: this is not Linux");
        // Beside the classes: a folder for temporary files may be in memory.
        Path file = Path.of("target", "written-by-a-child").toAbsolutePath();
        OperatingSystemFigures figures = new OperatingSystemFigures.LinuxFigures();
        try (Puppet puppet = Puppet.start();
                ProcessTreeUsage tree = new ProcessTreeUsage(puppet.pid(), figures);
                LoneProcess alone = new LoneProcess(figures.process(puppet.pid()))) {
            puppet.tell("child-writes " + file); // Loads the classes for the first child.
            ResourceReading before = read(tree);
            ResourceReading aloneBefore = read(alone);
            assertThat(puppet.tell("child-writes " + file)).isEqualTo("0");
            ResourceReading aloneAfter = read(alone);
            assertThat(second(before, read(tree)).get(ResourceMetric.WRITE.tag()))
                    .isBetween(8.0 * (1 << 20), 8.5 * (1 << 20));
            assertThat(second(aloneBefore, aloneAfter)).doesNotContainKey(ResourceMetric.WRITE.tag());
            assertThat(second(aloneAfter, read(alone)).get(ResourceMetric.WRITE.tag()))
                    .isLessThan(1 << 20);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
