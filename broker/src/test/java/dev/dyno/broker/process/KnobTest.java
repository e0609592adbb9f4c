package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.Units;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnobTest {

    @ParameterizedTest
    @CsvSource({
        "BOOLEAN, true, true", "BOOLEAN, yes, ", "CHOICE, PAGE, PAGE", "CHOICE, page, PAGE",
        "CHOICE, pages, ", "INTEGER, 12, 12", "INTEGER, 12k, ", "INTEGER, '', ",
        "BYTES, -1, -1", "BYTES, -2, ", "BYTES, 4096, 4096", "BYTES, 10MiB, 10485760",
        "BYTES, 2g, 2147483648", "BYTES, 1 KiB, 1024", "BYTES, 1.5MiB, ", "BYTES, 10MB, ",
        "BYTES, 9999999999999g, ", "NANOS, 100us, 100000", "NANOS, 100000, 100000", "NANOS, 2s, 2000000000",
        "NANOS, 2h, ", "MILLIS, 100, 100", "MILLIS, 2s, 2000", "MILLIS, 100us, ",
        "FILE, no/such, ", "TEXT, a & b, a & b", "FLAGS, +S 2:2, +S 2:2", "TEXT, '', "
    })
    void aValueIsGivenToTheBrokerInItsFormOrRefused(Knob.Type type, String given, @Nullable String expected)
            throws BrokerException {
        Knob knob = knob(type, false);
        if (expected != null) {
            assertThat(knob.checked(given)).isEqualTo(expected);
        } else {
            assertThatThrownBy(() -> knob.checked(given))
                    .isInstanceOf(BrokerException.class)
                    .hasMessage("k: " + (given.isEmpty() ? "is empty" : Units.quoted(given)) + "; must be "
                            + knob.setting().kind().expectation() + ".");
        }
    }

    @Test
    void textOfMoreThanOneLineIsRefusedAndASecretIsNotRepeated() {
        assertThatThrownBy(() -> knob(Knob.Type.TEXT, true).checked("pass\nword"))
                .hasMessage("k: (hidden); must be text on one line, not empty.");
    }

    @Test
    void aFileIsGivenToTheBrokerWithItsWholePath() throws Exception {
        assertThat(knob(Knob.Type.FILE, false).checked("pom.xml"))
                .isEqualTo(Path.of("pom.xml").toAbsolutePath().toString());
    }

    private static Knob knob(Knob.Type type, boolean secret) {
        List<String> allowed = type == Knob.Type.CHOICE ? List.of("PAGE", "BLOCK") : List.of();
        Setting<String> setting = Setting.of("k", type.kind(allowed, -1), "a knob");
        return new Knob(secret ? setting.hidden() : setting, type, List.of(), Optional.empty());
    }
}
