package dev.dyno.driver.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0s", "10, 10000000000, 10s", "0.25, 250000000, 250ms",
        "10s, 10000000000, 10s", "500ms, 500000000, 500ms", "1500ms, 1500000000, 1500ms",
        "1.5s, 1500000000, 1500ms", "250us, 250000, 250us", "100ns, 100, 100ns",
        "60s, 60000000000, 60s", "90s, 90000000000, 90s", "2m, 120000000000, 2m",
        "150s, 150000000000, 2m30s", "1h, 3600000000000, 1h", "1h30m, 5400000000000, 1h30m",
        "1d1s, 86401000000000, 1d1s", "1s1ns, 1000000001, 1000000001ns", "36500d, 3153600000000000000, 36500d"
    })
    void durationsAreWhatPeopleWrite(String text, long ns, String canonical) {
        assertThat(Units.parseDurationNs(text)).isEqualTo(ns);
        assertThat(Units.formatDuration(ns)).isEqualTo(canonical);
        assertThat(Units.parseDurationNs(canonical)).isEqualTo(ns);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''", "' '", "s", "-1s", "1 s", "1S", "1min", "1sec", "30m1h", "1s1s", "1h30", "1.5h30m", "1h1.5m",
                ".5s", "1.s", "1e3s", "'1s '", "1µs"
            })
    void whatIsNoDurationIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Units.parseDurationNs(text))
                .withMessage(Units.quoted(text)
                        + "; must be a number with ns, us, ms, s, m, h or d, like 250us, 10s or 1h30m, or a bare number of"
                        + " seconds.");
    }

    @ParameterizedTest
    @CsvSource({"36501d, at most 36500d", "999999999999999999d, at most 36500d", "0.5ns, a whole number of ns"})
    void durationsOutOfRangeAreRefused(String text, String limit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Units.parseDurationNs(text))
                .withMessage(text + "; must be " + limit + ".");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0", "1024, 1024, 1KiB",
        "100B, 100, 100", "1000, 1000, 1000",
        "1kB, 1000, 1000", "1KB, 1000, 1000",
        "4KiB, 4096, 4KiB", "1.5KiB, 1536, 1536",
        "1MB, 1000000, 1MB", "16MiB, 16777216, 16MiB",
        "1GB, 1000000000, 1GB", "3GiB, 3221225472, 3GiB",
        "2TB, 2000000000000, 2TB", "2048GiB, 2199023255552, 2TiB",
        "999999999999999999, 999999999999999999, 999999999999999999"
    })
    void sizesAreWhatPeopleWrite(String text, long bytes, String canonical) {
        assertThat(Units.parseBytes(text)).isEqualTo(bytes);
        assertThat(Units.formatBytes(bytes)).isEqualTo(canonical);
        assertThat(Units.parseBytes(canonical)).isEqualTo(bytes);
    }

    @Test
    void aBandwidthAlwaysHasAUnit() {
        assertThat(Units.formatBytesPerSecond(50_000)).isEqualTo("50000B/s");
        assertThat(Units.formatBytesPerSecond(1_000_000)).isEqualTo("1MB/s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"''", "KiB", "-1", "1k", "1K", "1kb", "1 KiB", "1Mi", "1e3", "1KiB1B", "0x10"})
    void whatIsNoSizeIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Units.parseBytes(text))
                .withMessage(
                        Units.quoted(text)
                                + "; must be a number of bytes, or one with B, kB, KiB, MB, MiB, GB, GiB, TB or TiB, like 4KiB.");
    }

    @ParameterizedTest
    @CsvSource({"8388608TiB, less than 8388608TiB", "1.5B, a whole number of bytes"})
    void sizesOutOfRangeAreRefused(String text, String limit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Units.parseBytes(text))
                .withMessage(text + "; must be " + limit + ".");
    }
}
