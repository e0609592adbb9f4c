package dev.dyno.app.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.resource.OthersUse;
import dev.dyno.driver.sim.VirtualTime;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.report.console.Screen;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sentences about a machine with two processors, of which others use what a formula of the seconds says. */
class MachineLookTest {

    private static final long SECOND_NS = 1_000_000_000;
    private static final RunSettings PLAIN = settings("");
    private static final RunSettings WAITING = settings(", wait-for-quiet: 10s");

    private final VirtualTime time = new VirtualTime();
    private final StringWriter out = new StringWriter();
    private int closed;

    private static RunSettings settings(String more) {
        WorkloadFile file = WorkloadFile.of(
                "w.yaml", "{ producers: { to: queue://q }, consumers: { from: queue://q }" + more + " }");
        assertThat(file.problems()).isEmpty();
        return file.settings();
    }

    /** @param usedSeconds accumulated by the seconds since the beginning */
    private MachineLook look(boolean terminal, DoubleUnaryOperator usedSeconds) {
        return new MachineLook(
                new Screen(new PrintWriter(out), terminal, false, 100),
                clock -> Optional.of(new OthersUse(
                        clock, () -> usedSeconds.applyAsDouble(1.0 * time.nanoTime() / SECOND_NS), () -> closed++)),
                2);
    }

    private void load(MachineLook look, RunSettings settings, double preparedSeconds) {
        look.begin(time);
        look.awaitQuiet(settings, () -> false);
        time.parkUntil(time.nanoTime() + Math.round(preparedSeconds * SECOND_NS));
        look.end(settings);
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    @Test
    void aBusyMachineIsReportedBeforeTheFirstLoadOnly() {
        try (MachineLook look = look(false, seconds -> 1.6 * seconds)) {
            load(look, PLAIN, 1);
            load(look, PLAIN, 1);
        }
        assertThat(String.join(" ", lines()).replaceAll("\\s+", " "))
                .isEqualTo(
                        "NOTE: other programs use 1.6 of 2 processors: the figures will show it. wait-for-quiet waits"
                                + " until they are done.");
        assertThat(closed).isEqualTo(2);
        assertThat(time.nanoTime()).as("no time is spent on it").isEqualTo(2 * SECOND_NS);
    }

    /** A quarter of the processors is the most that others may use before the verdict names them; another machine shows nothing. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, Double.NaN})
    void whatIsLittleOrNotKnownIsNotWorthALine(double used) {
        try (MachineLook look = look(false, seconds -> used * seconds)) {
            load(look, PLAIN, 1);
        }
        assertThat(lines()).isEmpty();
    }

    @Test
    void theWaitIsOneLineAndItsEndASentence() {
        try (MachineLook look = look(false, seconds -> 1.6 * Math.min(5, seconds) + 0.1 * seconds)) {
            load(look, WAITING, 0);
        }
        assertThat(lines())
                .containsExactly(
                        "waiting for a quiet machine, at most 10s …",
                        "NOTE: the machine is quiet: other programs use 0.1 of 2 processors.");
        assertThat(time.nanoTime()).isEqualTo(8 * SECOND_NS);
    }

    @Test
    void aTerminalShowsWhatOthersUseInOneLine() {
        try (MachineLook look = look(true, seconds -> 1.6 * Math.min(5, seconds) + 0.1 * seconds)) {
            load(look, WAITING, 0);
        }
        assertThat(out.toString())
                .startsWith("\rwaiting for a quiet machine, at most 10s … "
                        + "\rwaiting for a quiet machine, at most 10s … other programs use 1.7 of 2 processors\r")
                .endsWith("\rNOTE: the machine is quiet: other programs use 0.1 of 2 processors.\n");
        assertThat(out.toString().chars().filter(c -> c == '\n')).hasSize(1);
    }

    @Test
    void aMachineThatStaysBusyIsLoadedNevertheless() {
        try (MachineLook look = look(false, seconds -> 1.6 * seconds)) {
            load(look, WAITING, 1);
        }
        assertThat(lines())
                .containsExactly(
                        "waiting for a quiet machine, at most 10s …",
                        "NOTE: the machine did not become quiet within 10s: other programs use 1.6 of 2 processors. The load",
                        "  begins nevertheless.");
        assertThat(time.nanoTime()).isEqualTo(11 * SECOND_NS);
    }

    @Test
    void theUserEndsTheWaitWithoutASentence() {
        try (MachineLook look = look(false, seconds -> 1.6 * seconds)) {
            look.begin(time);
            look.awaitQuiet(WAITING, () -> time.nanoTime() >= SECOND_NS);
        }
        assertThat(lines()).containsExactly("waiting for a quiet machine, at most 10s …");
    }

    @Test
    void whereNothingIsShownNobodyWaits() {
        try (MachineLook look = new MachineLook(Screen.plain(new PrintWriter(out)), clock -> Optional.empty(), 2)) {
            load(look, WAITING, 0);
        }
        assertThat(lines())
                .containsExactly("NOTE: this machine does not show what other programs use: the load does not wait.");
        assertThat(time.nanoTime()).isZero();
    }
}
