package dev.dyno.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.ThrowingConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The JSON Schema of a file format, which editors use and which must say what the reader says. */
public final class FormatSchema {

    private static final Pattern ALLOWED = Pattern.compile("unknown key 'nonsense'; must be one of (.*)\\.");

    private final Path file;
    private final JsonNode json;
    private final Schema schema;

    public FormatSchema(Path file) {
        this.file = file;
        json = new ObjectMapper().readTree(read(file));
        schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(read(file), InputFormat.JSON);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public JsonNode at(String pointer) {
        return json.at(pointer);
    }

    /** Errors that it finds in a file's text. */
    public List<String> complaints(String text) {
        return schema.validate(text, InputFormat.YAML).stream()
                .map(Object::toString)
                .toList();
    }

    /** The keys at a place are those that the reader lists when it meets one that is named nonsense. */
    public void assertSameKeys(String pointer, List<YamlProblem> problems) {
        String messages =
                String.join("\n", problems.stream().map(YamlProblem::message).toList());
        Matcher allowed = ALLOWED.matcher(messages);
        assertThat(allowed.find()).as(messages).isTrue();
        assertThat(at(pointer).propertyNames())
                .containsExactlyInAnyOrder(allowed.group(1).split(", ", -1));
    }

    /** A test for each file beside it: it keeps to the schema, and more. */
    public Stream<DynamicTest> filesBesideIt(ThrowingConsumer<Path> more) throws IOException {
        try (Stream<Path> files = Files.list(file.toAbsolutePath().getParent())) {
            List<Path> all =
                    files.filter(each -> each.toString().endsWith(".yaml")).toList();
            assertThat(all).isNotEmpty();
            return DynamicTest.stream(all.stream(), each -> String.valueOf(each.getFileName()), each -> {
                assertThat(complaints(read(each))).isEmpty();
                more.accept(each);
            });
        }
    }
}
