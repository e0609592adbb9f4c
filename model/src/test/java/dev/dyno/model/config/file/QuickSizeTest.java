package dev.dyno.model.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.workload.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuickSizeTest {

    private static QuickSize quick(String load, String phases) {
        return QuickSize.of(workload(load, phases), List.of(), 2);
    }

    private static Workload workload(String load, String phases) {
        WorkloadFile file = WorkloadFile.of("w.yaml", """
                producers: { to: queue://q, %s }
                consumers: { from: queue://q }
                phases: { %s }
                """.formatted(load, phases));
        assertThat(file.problems()).isEmpty();
        return file.workload();
    }

    /** 5,000 a second is what two processors are given, and 15 s are measured. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    rate: 4000/s                                            | constant 4000/s
                    rate: 50000/s                                           | constant 5000/s
                    rate: 50000/s, arrivals: poisson                        | constant 5000/s poisson
                    load: all-out                                           | all-out
                    load: ramp 1000/s to 50000/s in 150s                    | ramp 100/s to 5000/s in 15s
                    load: 'steps 10/s for 50s, 0/s for 50s, 20000/s for 50s'| steps 3/s for 5s, 0/s for 5s, 5000/s for 5s
                    load: 'burst 0/s for 9s, 10000/s for 1s'                | burst 0/s for 9s, 5000/s for 1s
                    """)
    void aLoadIsAsMuchSlowerAsItsHighestRateIsAndItsShapeStays(String load, String small) {
        assertThat(quick(load, "measure: 150s").workload().producers().get(0).load())
                .hasToString(small);
    }

    @Test
    void whatIsSmallEnoughStaysAsItIs() {
        Workload workload = workload("load: ramp 10/s to 20/s in 9s, start: 1s", "warmup: 2s, measure: 10s");
        QuickSize quick = QuickSize.of(workload, List.of(), 2);
        assertThat(quick.workload()).isEqualTo(workload);
        assertThat(quick.changes()).isEmpty();
    }

    @Test
    void whatIsDifferentIsSaid() {
        assertThat(quick("load: ramp 1000/s to 50000/s in 10m", "warmup: 1m, measure: 10m, drain: 2m")
                        .changes())
                .containsExactly(
                        "5s of warm-up instead of 60s",
                        "30s of drain instead of 2m",
                        "15s measured instead of 10m",
                        "5,000 messages a second instead of 50,000");
    }
}
