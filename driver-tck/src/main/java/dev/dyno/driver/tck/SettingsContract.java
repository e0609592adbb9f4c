package dev.dyno.driver.tck;

import dev.dyno.driver.DriverException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract for settings: a driver refuses wrong settings and addresses with a sentence, before it connects. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SettingsContract {

    /** A URL with settings, and the sentence of their refusal, with {@code …} for any words. */
    public record Refusal(String url, Map<String, String> settings, String sentence) {}

    /** Reads settings in the way of the driver under test. */
    protected abstract void read(String url, Map<String, String> settings) throws DriverException;

    /** The cases to test, made by {@link #settings} and {@link #urls}. */
    protected abstract Stream<Refusal> refusals();

    /** @param table a case on each line: {@code name=value name=value | sentence} */
    protected static Stream<Refusal> settings(String url, String table) {
        return table.lines().map(line -> {
            String[] columns = line.split(" \\| ", 2);
            Map<String, String> settings = new HashMap<>();
            for (String setting : columns[0].split(" ", -1)) {
                String[] parts = setting.split("=", 2);
                settings.put(parts[0], parts[1]);
            }
            return new Refusal(url, settings, columns[1]);
        });
    }

    /** @param sentence expected sentence, with {@code %s} for the URL */
    protected static Stream<Refusal> urls(String sentence, String... urls) {
        return Arrays.stream(urls).map(url -> new Refusal(url, Map.of(), sentence.formatted(url)));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void whatIsWrongIsRefusedInOneSentence(Refusal refusal) {
        FailureSentences.assertFails(() -> read(refusal.url(), refusal.settings()), refusal.sentence());
    }
}
