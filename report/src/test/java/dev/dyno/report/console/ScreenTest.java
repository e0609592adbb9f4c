package dev.dyno.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps in progress: overwritten on a terminal, a line each elsewhere. */
class ScreenTest {

    private final StringWriter out = new StringWriter();

    private void show(Screen screen) {
        screen.step("fetching kafka 4.1.0", "");
        screen.step("fetching kafka 4.1.0", "3 of 41 jars, 5.2 MiB");
        screen.step("starting kafka 4.1.0", "");
        screen.step("starting kafka 4.1.0", "2 s");
        screen.print(List.of("kafka 4.1.0, process 7"));
        screen.step("starting kafka 4.1.0", "");
    }

    @Test
    void aStepIsOneLineAndWhatIsDoneOfItNone() {
        show(Screen.plain(new PrintWriter(out)));
        assertThat(out.toString().lines())
                .containsExactly(
                        "fetching kafka 4.1.0 …",
                        "starting kafka 4.1.0 …",
                        "kafka 4.1.0, process 7",
                        "starting kafka 4.1.0 …");
    }

    @Test
    void aTerminalOverwritesTheStepAndLeavesNothingOfIt() {
        show(new Screen(new PrintWriter(out), true, false, 40));
        assertThat(out.toString().replace("\r", "|"))
                .isEqualTo("|fetching kafka 4.1.0 … |fetching kafka 4.1.0 … 3 of 41 jars, 5.2"
                        + "|starting kafka 4.1.0 …                  |starting kafka 4.1.0 … 2 s"
                        + "|" + " ".repeat(26) + "|kafka 4.1.0, process 7\n|starting kafka 4.1.0 … ");
    }
}
