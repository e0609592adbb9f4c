package dev.dyno.app.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.engine.record.Faultable;
import dev.dyno.engine.record.LiveRate;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.engine.record.Runner;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.Counts;
import dev.dyno.model.result.FaultResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Latencies;
import dev.dyno.model.result.RunResult;
import dev.dyno.model.result.Samples;
import dev.dyno.model.verdict.FindingText;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.FaultPlan;
import dev.dyno.report.console.ConsoleReporter;
import dev.dyno.report.console.Screen;
import dev.dyno.report.store.Roles;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LoadControlTest {

    private static final long SECOND = 1_000_000_000;

    @AutoClose
    private final SystemTime time = new SystemTime();

    private final List<String> done = new ArrayList<>();

    private final Runner runner = new StandInRunner() {
        @Override
        public void stop() {
            done.add("stop");
        }

        @Override
        public LiveRate.Change steer(double perSecond) {
            done.add("rate " + perSecond);
            return new LiveRate.Change(5L * done.size() * SECOND, perSecond);
        }

        @Override
        public void disturb(Fault.Action action) {
            done.add("fault " + action);
        }
    };

    private final StartedBroker broker = new StartedBroker() {
        @Override
        public Faultable faultable() {
            return action -> Optional.empty();
        }
    };

    private LoadControl control(String load, StartedBroker started, boolean reconnect) {
        return control(load, started, reconnect, false);
    }

    private LoadControl control(String load, StartedBroker started, boolean reconnect, boolean shared) {
        WorkloadFile file = WorkloadFile.of("w", "producers: [{ to: queue://t, " + load + " }]\n");
        assertThat(file.problems()).isEmpty();
        FaultPlan faults = new FaultPlan(List.of(), reconnect ? Optional.of(Duration.ofMillis(100)) : Optional.empty());
        RunPlan plan = StandInRunner.plan(file.workload(), faults);
        LoadControl control = new LoadControl(plan, Pilot.NONE, started, LoadFaults.of(faults, started), shared, time);
        control.use(runner);
        return control;
    }

    private static Interval second(int index) {
        return Samples.second(index, Interval.Phase.MEASURE, Counts.ZERO, new Latencies());
    }

    @Test
    void rateIsChangedAndEachChangeIsAnEventOfTheRun() {
        LoadControl control = control("rate: 100/s", StartedBroker.NONE, false);
        assertThat(control.perSecond()).contains(100.0);
        control.act("rate", "250");
        control.act("rate", "0");
        control.act("rate", "1.5k/s");

        assertThat(done).containsExactly("rate 250.0", "rate 0.0", "rate 1500.0");
        assertThat(control.perSecond()).contains(1500.0);
        assertThat(List.of(4, 5, 9, 10, 14, 15))
                .extracting(index -> control.askedPerSecond(second(index)))
                .containsExactly(100.0, 250.0, 250.0, 0.0, 0.0, 1500.0);
        assertThat(control.with(new RunResult.Parts().result()).faults())
                .extracting(FaultResult::action)
                .containsExactly("rate 250/s", "pause of the load", "rate 1500/s");
        assertThat(control.events())
                .extracting(FaultResult::beganNs)
                .containsExactly(5 * SECOND, 10 * SECOND, 15 * SECOND);
        control.act("stop", "");
        assertThat(done).endsWith("stop");
    }

    /** Not at the messages of a second before it, of which a slow load has one or two, or none. */
    @Test
    void aPausedLoadIsResumedAtItsRateBeforeThePause() {
        LoadControl control = control("rate: 100/min", StartedBroker.NONE, false);
        control.act("rate", "0");
        control.act("rate", "0");
        control.act("resume", "");
        assertThat(done).containsExactly("rate 0.0", "rate 0.0", "rate " + 100.0 / 60);
        assertThat(control.perSecond()).contains(100.0 / 60);
        assertThat(control.events())
                .extracting(FaultResult::action)
                .containsExactly("pause of the load", "pause of the load", "rate 1.666667/s");
        assertThatThrownBy(() -> control.act("resume", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("resume: the load is not paused");
    }

    @Test
    void theLineOfProgressHasTheRateThatIsAskedNow() {
        StringWriter out = new StringWriter();
        LoadControl control = control("rate: 100/s", StartedBroker.NONE, false);
        ConsoleReporter console = new ConsoleReporter(
                Screen.plain(new PrintWriter(out)),
                control.ofLoad(0),
                new ConsoleReporter.Options(Roles.PRODUCERS, false, false, FindingText.FLAGS));
        console.onInterval(second(4));
        control.act("rate", "250");
        control.act("rate", "0");
        List.of(4, 5, 9, 10).forEach(index -> console.onInterval(second(index)));
        assertThat(out.toString().lines())
                .extracting(line -> line.substring(line.lastIndexOf("  ")).strip())
                .containsExactly("0 of 100/s", "0 of 100/s", "0 of 250/s", "0 of 250/s", "0 of 0/s");
    }

    @Test
    void faultsOfABrokerThatWasStartedAreAllowedWithReconnecting() throws Exception {
        LoadControl control = control("rate: 100/s", broker, true);
        assertThat(control.faults()).containsExactly("kill", "stop", "restart", "pause", "resume");
        control.act("fault", "kill");
        assertThat(done).containsExactly("fault kill");
        control.noting(action -> Optional.empty()).act(Fault.OnBroker.KILL);
        assertThat(control.events()).extracting(FaultResult::action).containsExactly("kill");
        // The log of the run has it.
        assertThat(control.with(new RunResult.Parts().result()).faults()).isEmpty();
        assertThat(control("rate: 100/s", broker, false).faults()).isEmpty();
        assertThat(control("rate: 100/s", StartedBroker.NONE, true).faults()).isEmpty();
    }

    @Test
    void loadOfSeveralWorkersIsPausedAndResumedAndThePageSaysSo() throws Exception {
        LoadControl control = control("rate: 100/s", broker, false, true);
        control.begin(Instant.ofEpochMilli(time.epochMillis() - 5_000));
        assertThat(control.faults()).containsExactly("pause", "resume");
        control.noting(action -> Optional.empty()).act(Fault.OnBroker.PAUSE);
        // Its runner notes them for the result.
        assertThat(control.with(new RunResult.Parts().result()).faults()).isEmpty();
        assertThat(control.events()).singleElement().satisfies(fault -> {
            assertThat(fault.action()).isEqualTo("pause");
            assertThat(fault.beganNs()).isBetween(5 * SECOND, 15 * SECOND);
        });
        assertThat(control("rate: 100/s", StartedBroker.NONE, false, true).faults())
                .isEmpty();
    }

    @Test
    void whatIsNotPossibleIsRefusedInASentence() {
        LoadControl control = control("load: all-out, max-pending: 10", broker, true);
        assertThat(control.perSecond()).isEmpty();
        assertThatThrownBy(() -> control.act("rate", "100"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only a constant rate can be changed");
        assertThatThrownBy(() -> control.act("rate", "fast")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> control.act("fault", "exec rm"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "fault: exec rm; must be one of kill, stop, restart, pause, resume. Faults need --reconnect,"
                                + " and a broker that Dyno has started.");
        assertThatThrownBy(() -> control.act("delete", "")).isInstanceOf(IllegalArgumentException.class);
        assertThat(done).isEmpty();
    }
}
