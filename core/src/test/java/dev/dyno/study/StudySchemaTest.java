package dev.dyno.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.dyno.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The schema that editors use says what the reader says. */
class StudySchemaTest {

    private static final Path SCHEMA = Path.of("..", "studies", "study.schema.json");
    private static final Pattern ALLOWED = Pattern.compile("unknown key 'nonsense'; must be one of (.*)\\.");

    private final JsonNode json = new ObjectMapper().readTree(read(SCHEMA));
    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(read(SCHEMA), InputFormat.JSON);

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

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
                    /$defs/quick/properties    | quick: { nonsense: 1 }
                    """)
    void bothKnowTheSameKeys(String pointer, String file) {
        String problems = StudyFile.of("s.yaml", file, false).problems().stream()
                .map(YamlProblem::message)
                .reduce("", (all, one) -> all + "\n" + one);
        Matcher allowed = ALLOWED.matcher(problems);
        assertThat(allowed.find()).as(problems).isTrue();
        assertThat(json.at(pointer).propertyNames())
                .containsExactlyInAnyOrder(allowed.group(1).split(", ", -1));
    }

    @TestFactory
    Stream<DynamicTest> shippedStudiesKeepToTheSchema() throws IOException {
        try (Stream<Path> files = Files.list(SCHEMA.getParent())) {
            return files.filter(file -> file.toString().endsWith(".yaml")).toList().stream()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> assertThat(
                                    schema.validate(read(file), InputFormat.YAML))
                            .isEmpty()));
        }
    }

    @Test
    void theFileOfTheTestsKeepsToTheSchema() {
        assertThat(schema.validate(StudyFileTest.FILE, InputFormat.YAML)).isEmpty();
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
        assertThat(schema.validate(file, InputFormat.YAML)).isNotEmpty();
        assertThat(StudyFile.of("s.yaml", file, false).problems()).isNotEmpty();
    }
}
