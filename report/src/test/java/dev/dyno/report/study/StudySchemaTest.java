package dev.dyno.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.yaml.FormatSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema that editors use says what the reader says. */
class StudySchemaTest {

    private final FormatSchema schema = new FormatSchema(Path.of("..", "studies", "study.schema.json"));

    /** The keys that the reader lists when it meets one that it does not know. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /properties                | nonsense: 1
                    /$defs/step/properties     | steps: { a: { nonsense: 1 } }
                    /$defs/axis/properties     | axes: { a: { settings: { b: {} }, nonsense: 1 } }
                    /$defs/axis/properties     | axes: { a: { values: [1], nonsense: 1 } }
                    /$defs/chart/properties    | charts: { kind: bars, x: a, y: sent-rate, nonsense: 1 }
                    /$defs/chart/properties    | charts: { kind: time, y: sent-rate, nonsense: 1 }
                    /$defs/needs/properties    | needs: { nonsense: 1 }
                    /$defs/pivot/properties    | pivots: { rows: a, columns: b, cells: lost, nonsense: 1 }
                    /$defs/safeBuffer/properties | safe-buffer: { nonsense: 1 }
                    /$defs/claim/properties    | claims: { says: a, holds: sent-rate > 1/s, nonsense: 1 }
                    /$defs/quick/properties    | quick: { nonsense: 1 }
                    """)
    void bothKnowTheSameKeys(String pointer, String file) {
        schema.assertSameKeys(pointer, StudyFile.of("s.yaml", file, false).problems());
    }

    @TestFactory
    Stream<DynamicTest> shippedStudiesAreRightInBothSizes() throws IOException {
        return schema.filesBesideIt(file -> {
            StudyFileTest.isRight(StudyFile.read(file, false));
            StudyFileTest.isRight(StudyFile.read(file, true));
        });
    }

    @Test
    void theFileOfTheTestsKeepsToTheSchema() {
        assertThat(schema.complaints(StudyFileTest.FILE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "title: x",
                "workloads: {}",
                "{ workloads: { w: {} }, repeats: 0 }",
                "{ workloads: { w: {} }, order: any }"
            })
    void whatTheSchemaRefusesTheReaderRefuses(String file) {
        assertThat(schema.complaints(file)).isNotEmpty();
        assertThat(StudyFile.of("s.yaml", file, false).problems()).isNotEmpty();
    }
}
