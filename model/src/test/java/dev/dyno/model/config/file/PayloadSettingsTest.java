package dev.dyno.model.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.config.MessageSettings;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.SizeDistribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of what bodies consist of. */
class PayloadSettingsTest {

    private static WorkloadFile read(String message) {
        return WorkloadFile.of("w.yaml", "producers: { to: queue://q, message: { " + message + " } }");
    }

    private static MessageTemplate message(String text) {
        WorkloadFile file = read(text);
        assertThat(file.problems()).isEmpty();
        return file.workload().producers().get(0).message();
    }

    /** A thousand, and at most 16 MiB of them. */
    @ParameterizedTest
    @CsvSource({
        "size: 1KiB,                               1000, 0",
        "size: 48..64KiB,                            51, 0",
        "size: 64MiB,                                 1, 0",
        "'size: 1MiB, payloads: 1000',             1000, 0",
        "'compressibility: 0.5, payloads: 3',         3, 0.5",
        "compressibility: 25%,                     1000, 0.25"
    })
    void randomOnesAreAsManyAsAskedOrFitIn(String text, int count, double compressibility) {
        assertThat(message(text).payloads()).isEqualTo(new Payloads.Made(count, compressibility));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    compressibility: 2                     | compressibility: 2; must be a share from 0 to 1, like 0.05 or 5%.
                    payloads: 0                            | payloads: 0; must be a whole number from 1 to 1000000.
                    size: 2MiB, payloads: 513              | payloads: 513; they must fit into 1GiB of memory. Give fewer, or a smaller size.
                    payload-file: nowhere                  | payload-file: nowhere; must be a file that can be read, or a folder of such.
                    payload-file: ""                       | payload-file: is empty; must be a file that can be read, or a folder of such.
                    payload-file: pom.xml, size: 9KiB      | size: contradicts payload-file; leave one of them out.
                    payload-file: pom.xml, payloads: 2     | payloads: contradicts payload-file; leave one of them out.
                    payload-file: pom.xml, compressibility: 0 | compressibility: contradicts payload-file; leave one of them out.
                    """)
    void whatIsWrongIsSaid(String text, String sentence) {
        assertThat(read(text).problems()).singleElement().asString().contains(sentence);
    }

    @Test
    void aFileThatIsTooSmallForTheHeadIsRefusedAndAnEmptyFolderToo(@TempDir Path folder) throws IOException {
        assertThat(read("payload-file: " + folder).problems())
                .singleElement()
                .asString()
                .contains(folder + "; has no files.");
        Path file = Files.write(folder.resolve("small"), new byte[47]);
        assertThat(read("payload-file: " + folder).problems())
                .singleElement()
                .asString()
                .contains(file + "; has 47 bytes, must have 48, which the head of each message takes, to 64MiB.");
    }

    @Test
    void filesAreStoredWithTheirSizesAndAChecksum(@TempDir Path folder) throws IOException {
        Files.write(folder.resolve("a"), new byte[100]);
        Files.write(folder.resolve("b"), new byte[300]);
        assertThat(stored(folder))
                .containsEntry("messageSize", "100:1, 300:1")
                .containsEntry("payloadFile", folder + " (2 files, 400 B, crc " + checksum(folder) + ")")
                .doesNotContainKeys("payloads", "compressibility");
        String before = checksum(folder);
        Files.write(folder.resolve("b"), new byte[] {1}, StandardOpenOption.WRITE);
        assertThat(checksum(folder)).isNotEqualTo(before);
        for (int i = 0; i < 20; i++) {
            Files.write(folder.resolve("more-" + i), new byte[1000 + i]);
        }
        assertThat(SizeDistribution.parse(stored(folder, "messageSize")))
                .isEqualTo(new SizeDistribution.Range(100, 1019));
    }

    private static Map<String, Object> stored(Path folder) {
        Map<String, Object> map = new LinkedHashMap<>();
        MessageSettings.SECTION.store(message("payload-file: " + folder), map);
        return map;
    }

    private static String stored(Path folder, String name) {
        return String.valueOf(stored(folder).get(name));
    }

    private static String checksum(Path folder) {
        String text = stored(folder, "payloadFile");
        return List.of(text.split("crc ", -1)).get(1).replace(")", "");
    }
}
