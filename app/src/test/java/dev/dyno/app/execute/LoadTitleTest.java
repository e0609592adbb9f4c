package dev.dyno.app.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.config.file.WorkloadFile;
import dev.dyno.model.workload.FaultPlan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadTitleTest {

    private static final String CLIENTS = "producers: { to: queue://t }\nconsumers: { from: queue://t }\n";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            phases: { measure: until stopped }                                              | until Ctrl+C
            producers: [{ to: queue://t, messages: 10 }, { to: queue://t, messages: 5 }]    | 15 messages
            producers: [{ to: queue://t, messages: 10 }, { to: queue://t }]                 | until Ctrl+C
            consumers: { from: queue://t, messages: 1000 }                                  | until 1,000 messages are received
            consumers: { from: queue://t, exit-when: idle }                                 | until nothing is received for a second
            consumers: { from: queue://t, exit-when: empty }                                | until the broker has nothing left
            phases: { warmup: 2s, backlog: { messages: 9 } }                                | warm-up 2s, until the backlog is drained
            phases: { measure: 20s, backlog: { messages: 9, while-sending: true, measured-after: true } } | until the backlog is drained, measured 20s
            """)
    void theLengthSaysWhatEndsTheLoad(String lines, String length) {
        String others = lines.startsWith("phases") ? CLIENTS : "phases: { measure: until stopped }\n";
        WorkloadFile file = WorkloadFile.of("w", others + lines + "\n");
        assertThat(file.problems()).isEmpty();
        FaultPlan faults = new FaultPlan(List.of(), Optional.empty());
        assertThat(LoadTitle.of(StandInRunner.plan(file.workload(), faults), StartedBroker.NONE))
                .endsWith(" · " + length);
    }
}
