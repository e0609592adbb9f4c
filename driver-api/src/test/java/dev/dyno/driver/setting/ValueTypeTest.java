package dev.dyno.driver.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueTypeTest {

    private enum Order {
        BY_KEY,
        NONE
    }

    private static final ValueType<Duration> SOME = ValueType.duration(Duration.ofMillis(1), Duration.ofHours(1));

    static Stream<Arguments> accepted() {
        return Stream.of(
                Arguments.of(ValueType.flag(), " true ", true),
                Arguments.of(ValueType.flag(), "false", false),
                Arguments.of(ValueType.choice(Order.class), "by-key", Order.BY_KEY),
                Arguments.of(ValueType.count(1, 5), "5", 5),
                Arguments.of(ValueType.whole(-1, Long.MAX_VALUE), "1_000_000", 1_000_000L),
                Arguments.of(ValueType.whole(-1, Long.MAX_VALUE), "-1", -1L),
                Arguments.of(ValueType.decimal(0, 10), "1.25", 1.25),
                Arguments.of(ValueType.share(), "5%", 0.05),
                Arguments.of(ValueType.share(), "0.05", 0.05),
                Arguments.of(ValueType.share(), "100%", 1.0),
                Arguments.of(ValueType.size(0, Long.MAX_VALUE), "4KiB", 4096L),
                Arguments.of(SOME, "1h", Duration.ofHours(1)),
                Arguments.of(SOME, "1m30s", Duration.ofSeconds(90)),
                Arguments.of(SOME, "2", Duration.ofSeconds(2)),
                Arguments.of(SOME.or("never", Duration.ZERO), "never", Duration.ZERO),
                Arguments.of(SOME.or("never", Duration.ZERO), "2s", Duration.ofSeconds(2)),
                Arguments.of(ValueType.count(0, 9).list(), "1, 2,3", List.of(1, 2, 3)),
                Arguments.of(ValueType.count(0, 9).list(), "", List.of()),
                Arguments.of(ValueType.text(), "any thing", "any thing"));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void whatIsAllowedIsRead(ValueType<?> kind, String text, Object value) {
        assertThat(kind.parse(text)).isEqualTo(value);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(ValueType.flag(), "yes", "yes; must be true or false."),
                Arguments.of(ValueType.choice(Order.class), "by_key", "by_key; must be one of by-key, none."),
                Arguments.of(ValueType.count(1, 5), "five", "five; must be a whole number from 1 to 5."),
                Arguments.of(ValueType.count(1, 5), "", "is empty; must be a whole number from 1 to 5."),
                Arguments.of(ValueType.share(), "5 %", "\"5 %\"; must be a share from 0 to 1, like 0.05 or 5%."),
                Arguments.of(ValueType.decimal(0, 10), "1e3", "1e3; must be a number from 0 to 10."),
                Arguments.of(
                        SOME.or("never", Duration.ZERO),
                        "soon",
                        "soon; must be a duration from 1ms to 1h, like 250us, 10s or 1h30m, or never."),
                Arguments.of(ValueType.count(0, 9).list(), "1,x", "x; must be a whole number from 0 to 9."),
                Arguments.of(ValueType.text("a name without /", "[^/]+"), "a/b", "a/b; must be a name without /."));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNotAllowedIsRefusedWithASentence(ValueType<?> kind, String text, String sentence) {
        assertThatIllegalArgumentException().isThrownBy(() -> kind.parse(text)).withMessage(sentence);
    }

    static Stream<Arguments> outOfRange() {
        return Stream.of(
                Arguments.of(ValueType.count(1, 5), "6", "6; must be a whole number from 1 to 5."),
                Arguments.of(ValueType.whole(1, Long.MAX_VALUE), "0", "0; must be a whole number of at least 1."),
                Arguments.of(
                        ValueType.whole(Long.MIN_VALUE, Long.MAX_VALUE),
                        "9223372036854775808",
                        "9223372036854775808; must be a whole number."),
                Arguments.of(ValueType.share(), "101%", "101%; must be a share from 0 to 1, like 0.05 or 5%."),
                Arguments.of(ValueType.size(1024, 4096), "5KiB", "5KiB; must be at most 4KiB."),
                Arguments.of(SOME, "999us", "999us; must be at least 1ms."));
    }

    @ParameterizedTest
    @MethodSource("outOfRange")
    void whatIsOutOfRangeIsRefusedWithTheBound(ValueType<?> kind, String text, String sentence) {
        assertThatIllegalArgumentException().isThrownBy(() -> kind.parse(text)).withMessage(sentence);
    }

    @Test
    void aFileIsOneThatCanBeRead(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("a.pem"), "");
        assertThat(ValueType.file().parse(file.toString())).isEqualTo(file);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ValueType.file().parse(folder.toString()))
                .withMessage(folder + "; must be a file that can be read.");
    }
}
