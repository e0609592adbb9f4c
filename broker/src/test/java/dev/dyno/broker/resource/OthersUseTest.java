package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dyno.driver.sim.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine with two processors, whose account says what the test says: each 100 ms of virtual time it is written again. */
class OthersUseTest {

    private static final long SELF = 4711;
    private static final long STEP_NS = 100_000_000;
    private static final long SECOND_NS = 1_000_000_000;
    private static final long TICKS_PER_SECOND = ProcUnits.read().ticksPerSecond();

    @TempDir
    Path folder = Path.of("");

    private final VirtualTime time = new VirtualTime();
    private final List<Double> looks = new ArrayList<>();
    private double idleSeconds = 1000;
    /** Processors in use, of two: by this process, by its broker, by others. */
    private double self;

    private double broker;
    private double others;

    private ScriptedProc proc() {
        return new ScriptedProc(folder);
    }

    @BeforeEach
    void writeTheAccount() throws IOException {
        Files.writeString(folder.resolve("meminfo"), "MemTotal: 1 kB\nMemAvailable: 1 kB\n");
        writeStat();
    }

    private void writeStat() {
        long each = Math.round(idleSeconds / 2 * TICKS_PER_SECOND);
        try {
            Files.writeString(
                    folder.resolve("stat"),
                    "cpu  0 0 0 " + 2 * each + " 0 0 0 0 0 0\n"
                            + "cpu0 0 0 0 " + each + " 0 0 0 0 0 0\ncpu1 0 0 0 " + each + " 0 0 0 0 0 0\nintr 1\n"
                            + "procs_running 1\nprocs_blocked 0\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The look, at a machine whose processes use from now on what the fields say. */
    private OthersUse begun() throws IOException {
        ScriptedProc proc = proc();
        ScriptedProc.Scripted dyno = proc.start(SELF, 1);
        ScriptedProc.Scripted started = proc.start(SELF + 1, SELF);
        OthersUse use = OthersUse.of(proc.figures(), SELF, time);
        step(dyno, started);
        return use;
    }

    private void step(ScriptedProc.Scripted dyno, ScriptedProc.Scripted started) {
        time.schedule(time.nanoTime() + STEP_NS, () -> {
            dyno.uses(0.1 * self, 0);
            started.uses(0.1 * broker, 0);
            idleSeconds += 0.1 * (2 - self - broker - others);
            writeStat();
            step(dyno, started);
        });
    }

    private void pass(double seconds) {
        time.parkUntil(time.nanoTime() + Math.round(seconds * SECOND_NS));
    }

    @Test
    void dynoAndItsBrokerAreNotOthers() throws IOException {
        self = 0.7;
        broker = 1.0;
        others = 0.2;
        try (OthersUse use = begun()) {
            pass(1);
            assertThat(use.sinceLastLook().orElseThrow()).isCloseTo(0.2, within(0.05));
            broker = 0;
            others = 1.3;
            pass(0.5);
            assertThat(use.sinceLastLook().orElseThrow()).isCloseTo(1.3, within(0.05));
        }
    }

    /** A process that its broker has started, and that is gone before the next look, such as a step of its preparation. */
    @Test
    void aStepThatHasEndedIsNotOfOthers() throws IOException {
        ScriptedProc proc = proc();
        proc.start(SELF, 1);
        try (OthersUse use = OthersUse.of(proc.figures(), SELF, time)) {
            proc.start(SELF + 1, SELF).uses(1.5, 0).endAndBeWaitedFor();
            idleSeconds += 0.4;
            writeStat();
            pass(1);
            assertThat(use.sinceLastLook().orElseThrow()).isCloseTo(0.1, within(0.05));
        }
    }

    @Test
    void aMomentIsTooShortForALook() throws IOException {
        others = 2;
        try (OthersUse use = begun()) {
            pass(0.1);
            assertThat(use.sinceLastLook()).isEmpty();
            pass(0.9);
            assertThat(use.sinceLastLook().orElseThrow()).isCloseTo(2, within(0.05));
        }
    }

    @Test
    void theWaitEndsOnceOthersHaveBeenQuietForThreeSeconds() throws IOException {
        broker = 1.5;
        others = 1.8;
        time.schedule(5 * SECOND_NS, () -> others = 0.1);
        time.schedule(7 * SECOND_NS, () -> others = 0.5);
        time.schedule(8 * SECOND_NS, () -> others = 0.15);
        try (OthersUse use = begun()) {
            assertThat(use.awaitQuiet(Duration.ofMinutes(2), 2, () -> false, looks::add))
                    .isTrue();
        }
        assertThat(time.nanoTime()).isBetween(11 * SECOND_NS, 11 * SECOND_NS + 2 * STEP_NS);
        assertThat(looks).hasSize(11);
    }

    @Test
    void theWaitEndsAtItsLongestOnABusyMachine() throws IOException {
        others = 1.6;
        try (OthersUse use = begun()) {
            assertThat(use.awaitQuiet(Duration.ofMillis(4500), 2, () -> false, looks::add))
                    .isFalse();
        }
        assertThat(time.nanoTime()).isEqualTo(4500 * SECOND_NS / 1000);
        assertThat(looks).hasSize(5).allSatisfy(look -> assertThat(look).isCloseTo(1.6, within(0.1)));
    }

    @Test
    void theWaitEndsWhenTheUserWantsTheEnd() throws IOException {
        others = 1.6;
        try (OthersUse use = begun()) {
            assertThat(use.awaitQuiet(Duration.ofMinutes(2), 2, () -> time.nanoTime() >= 2 * SECOND_NS, looks::add))
                    .isFalse();
        }
        assertThat(time.nanoTime()).isEqualTo(2 * SECOND_NS);
    }
}
