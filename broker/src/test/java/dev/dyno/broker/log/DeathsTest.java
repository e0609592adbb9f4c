package dev.dyno.broker.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.result.BrokerDeath;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeathsTest {

    private static final String BEGIN = "the broker artemis, process 4711, ended during the run with status ";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                0|0
                1|1
                143|143 (SIGTERM)
                137|137 (SIGKILL: sent by somebody, or by a system without memory)
                134|134 (SIGABRT)
                200|200
                """)
    void theStatusIsNamedWithItsSignal(int status, String words) {
        assertThat(Deaths.describe("artemis", 4711, status, List.of("a", "b"), Optional.empty()))
                .isEqualTo(new BrokerDeath(BEGIN + words, status, false, List.of("a", "b")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OutOfMemoryError: Java heap space",
                "Cannot allocate 1048576 bytes of memory (of type \"heap\").",
                "std::bad_alloc",
                "insufficient memory for the Java Runtime Environment to continue."
            })
    void aLogThatSpeaksOfMemoryIsQuoted(String words) {
        List<String> log = List.of("INFO all is well", "Terminating due to java.lang." + words);
        BrokerDeath death = Deaths.describe("artemis", 4711, 3, log, Optional.empty());
        assertThat(death.sentence()).isEqualTo(BEGIN + "3, out of memory: " + words);
        assertThat(death.outOfMemory()).isTrue();
    }

    @Test
    void aProcessWithoutALogHasAStatus() {
        assertThat(Deaths.describe("artemis", 4711, 1, List.of(), Optional.empty())
                        .sentence())
                .isEqualTo(BEGIN + "1");
    }

    @Test
    void aDiskWithoutRoomIsNamed() {
        assertThat(Deaths.describe("artemis", 4711, 1, List.of(), Optional.of("only 0.0 MiB are free"))
                        .sentence())
                .isEqualTo(BEGIN + "1; only 0.0 MiB are free");
    }
}
