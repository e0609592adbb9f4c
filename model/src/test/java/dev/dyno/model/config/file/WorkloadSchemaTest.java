package dev.dyno.model.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.yaml.FormatSchema;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema that editors use says what the reader says. */
class WorkloadSchemaTest {

    private final FormatSchema schema = new FormatSchema(Path.of("..", "workloads", "workload.schema.json"));

    /** The keys that the reader lists when it meets one that it does not know. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /properties                     | nonsense: 1
                    /$defs/destination/properties   | destinations: { a: { queue: q, nonsense: 1 } }
                    /$defs/phases/properties        | phases: { nonsense: 1 }
                    /$defs/producers/properties     | producers: { to: queue://q, nonsense: 1 }
                    /$defs/message/properties       | producers: { to: queue://q, message: { nonsense: 1 } }
                    /$defs/key/properties           | producers: { to: queue://q, message: { key: { count: 1, nonsense: 1 } } }
                    /$defs/backlog/properties       | phases: { backlog: { messages: 1, nonsense: 1 } }
                    /$defs/consumers/properties     | consumers: { from: queue://q, nonsense: 1 }
                    """)
    void bothKnowTheSameKeys(String pointer, String file) {
        schema.assertSameKeys(pointer, WorkloadFile.of("w.yaml", file).problems());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    producers: { count: 1 }
                    { producers: { to: queue://q }, consumers: { from: queue://q }, phases: { backlog: { deadline: 1s } } }
                    { producers: { to: queue://q }, consumers: { from: queue://q }, phases: { backlog: { messages: 1, bytes: 1 } } }
                    producers: { to: queue://q, message: { key: { order: zipf } } }
                    producers: { to: queue://q, message: { key: { count: 2, order: often } } }
                    destinations: { a: { queue: q, topic: t } }
                    name: nobody
                    """)
    void whatTheSchemaRefusesTheReaderRefuses(String file) {
        assertThat(schema.complaints(file)).isNotEmpty();
        assertThat(WorkloadFile.of("w.yaml", file).problems()).isNotEmpty();
    }
}
