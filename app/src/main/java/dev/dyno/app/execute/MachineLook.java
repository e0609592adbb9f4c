package dev.dyno.app.execute;

import dev.dyno.broker.resource.OthersUse;
import dev.dyno.driver.TimeSource;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.config.ConductSettings;
import dev.dyno.model.config.RunSettings;
import dev.dyno.model.verdict.OwnMachineRule;
import dev.dyno.report.console.Screen;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Looks at this machine before each load of a command, while the load is prepared. A busy machine is reported once, and waited
 * for if the run asks for it.
 *
 * <p>Assumptions and guarantees: one thread; a look that has begun is ended or closed.
 */
final class MachineLook implements AutoCloseable {

    private final Screen screen;
    private final Function<TimeSource, Optional<OthersUse>> others;
    private final int processors;
    private Optional<OthersUse> use = Optional.empty();
    private boolean reported;

    /** @param others begins a look; empty if the use of the machine cannot be read */
    MachineLook(Screen screen, Function<TimeSource, Optional<OthersUse>> others, int processors) {
        this.screen = screen;
        this.others = others;
        this.processors = processors;
    }

    void begin(TimeSource time) {
        use = others.apply(time);
    }

    /** Waits for a quiet machine, if the run asks for it. */
    void awaitQuiet(RunSettings settings, BooleanSupplier isStopped) {
        Optional<Duration> atMost = settings.waitForQuiet();
        if (atMost.isEmpty()) {
            return;
        }
        reported = true;
        if (use.isEmpty()) {
            screen.say("NOTE: this machine does not show what other programs use: the load does not wait.");
            return;
        }
        String longest = Units.formatDuration(atMost.get().toNanos());
        String step = "waiting for a quiet machine, at most " + longest;
        String[] last = {"what other programs use is unknown"};
        screen.step(step, "");
        boolean quiet = use.get().awaitQuiet(atMost.get(), processors, isStopped, used -> {
            last[0] = sentence(used);
            screen.step(step, last[0]);
        });
        if (quiet) {
            screen.say("NOTE: the machine is quiet: " + last[0] + ".");
        } else if (!isStopped.getAsBoolean()) {
            screen.say("NOTE: the machine did not become quiet within " + longest + ": " + last[0]
                    + ". The load begins nevertheless.");
        }
    }

    /** Ends the look at the last moment before the load, and reports a busy machine. */
    void end(RunSettings settings) {
        use.flatMap(OthersUse::sinceLastLook)
                .filter(used -> !reported && OwnMachineRule.isBusy(used, processors))
                .ifPresent(used -> {
                    reported = true;
                    String words =
                            sentence(used) + ": the figures will show it. {wait-for-quiet} waits until they are done.";
                    screen.say("NOTE: " + settings.given().filled(ConductSettings.WAIT_FOR_QUIET, words));
                });
        close();
    }

    private String sentence(double used) {
        return String.format(Locale.ROOT, "other programs use %.1f of %d processors", used, processors);
    }

    @Override
    public void close() {
        use.ifPresent(OthersUse::close);
        use = Optional.empty();
    }
}
