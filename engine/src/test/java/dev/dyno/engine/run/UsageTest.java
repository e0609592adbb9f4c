package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageTest {

    /** Processor time is counted in hundredths of a second: one of them is four processors of a phase of 2.6 ms. */
    @ParameterizedTest
    @CsvSource({"2600000, 10000000, 0", "99999999, 90000000, 0", "100000000, 90000000, 0.09"})
    void processorTimeOfAPhaseThatIsTooShortForItIsNotKnown(long ns, long cpuNs, double seconds) {
        assertThat(at(ns, cpuNs).since(at(0, 0)).cpuSeconds()).isEqualTo(seconds);
    }

    private static Usage at(long ns, long cpuNs) {
        return new Usage(ns, cpuNs, 0, OptionalLong.empty(), Optional.empty());
    }
}
