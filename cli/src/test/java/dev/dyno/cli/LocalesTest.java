package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words of settings and numbers are the same in each language of a user: Turkish has two letters i, Arabic other digits. */
class LocalesTest {

    @TempDir
    private Path folder = Path.of("");

    private String said(String language, String line) throws IOException, InterruptedException {
        List<String> locale =
                List.of("-Duser.language=" + language.substring(0, 2), "-Duser.country=" + language.substring(3));
        List<String> words = List.of(Dyno.words(line + " --runs %s", folder));
        Process process = new ProcessBuilder(BuiltDyno.command(locale, words)).start();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(out + err).isEqualTo(Exit.GOOD);
        return out;
    }

    @ParameterizedTest
    @CsvSource("tr-TR")
    @Tag("slow")
    @Timeout(60)
    void wordsAndNumbersAreTheSameInEachLanguage(String language) throws Exception {
        String config =
                "client --broker artemis --set address-full-policy=fail --ack-mode individual --arrivals poisson"
                        + " --rate 1.5k/s --warmup 1500ms --message-size 2MiB --print-config queue://INITIAL";
        assertThat(said(language, config)).isEqualTo(said("en-US", config)).contains("rate: 1500/s");
        assertThat(said(language, "client --broker null --warmup 0 --message-count 1000 queue://INITIAL"))
                .contains("ledger      1,000 delivered, 0 lost, 0 duplicate, 0 reordered")
                .doesNotContainPattern("[\\p{Nd}&&[^0-9]]");
    }

    @ParameterizedTest
    @CsvSource({"ar-EG", "th-TH"})
    @Tag("nightly")
    void soTheyAreInLanguagesWithOtherDigits(String language) throws Exception {
        wordsAndNumbersAreTheSameInEachLanguage(language);
    }
}
