package dev.dyno.engine.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.selftest.CalibrationLoad.Event;
import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import org.junit.jupiter.api.Test;

class CalibrationLoadTest {

    @Test
    void everyLoadHasTheRateAndLengthsThatItsReportIsCheckedFor() {
        assertThat(CalibrationLoad.ALL).hasSize(7).allSatisfy(load -> {
            WorkloadFile file = load.workload("CALIBRATE_1");
            assertThat(file.problems()).isEmpty();
            Phases phases = file.workload().phases();
            assertThat(phases.warmup()).isEqualTo(CalibrationLoad.WARMUP);
            assertThat(phases.duration()).isEqualTo(CalibrationLoad.DURATION);
            assertThat(phases.drain()).isEqualTo(CalibrationLoad.DRAIN);
            ProducerGroup producers = file.workload().producers().get(0);
            assertThat(producers.maxPending()).isEqualTo(load.maxPending());
            assertThat(producers.load()).hasToString("constant 200/s");
            assertThat(producers.destinations())
                    .isEqualTo(file.workload().consumers().get(0).destinations())
                    .hasToString("[queue://CALIBRATE_1]");
            assertThat(file.settings().faults().reconnectDelay().isPresent())
                    .isEqualTo(load.event().filter(Event::isBreak).isPresent());
        });
    }
}
