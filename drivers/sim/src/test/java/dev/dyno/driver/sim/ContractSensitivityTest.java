package dev.dyno.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.driver.Capability;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.tck.DriverContract;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A contract that a broken broker passes would be worth nothing. */
class ContractSensitivityTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                lose      | 10 missing, 0 twice, 0 overtaken; the first at place 998: message 999
                duplicate | 0 missing, 10 twice, 0 overtaken; the first at place 999: message 998
                corrupt   | is not as it was sent
                reorder   | 0 missing, 0 twice, 10 overtaken; the first at place 998: message 999
                fail      | failed sends
                """)
    void everyFaultOfABrokerIsSeen(String fault, String seenAs) {
        final Broken broken = new Broken(fault);
        assertThat(broken.manyMessagesArriveOnceInOrderAndWhole())
                .hasSize(2)
                .allSatisfy(test -> assertThat(failureOf(test)).hasMessageContaining(seenAs));
    }

    private static Throwable failureOf(DynamicTest test) {
        return catchThrowable(() -> test.getExecutable().execute());
    }

    /** Not run as a contract of its own. */
    private static final class Broken extends DriverContract {

        private final VirtualTime time = new VirtualTime();
        private final String fault;

        Broken(String fault) {
            this.fault = fault;
        }

        @Override
        public ClientSpec spec() {
            return new ClientSpec("sim://broken", Optional.empty(), Map.of(fault, "every 999"), time);
        }

        @Override
        public Optional<ClientSpec> unreachable() {
            return Optional.empty();
        }

        @Override
        public Set<Capability> capabilities() {
            return SimClient.CAPABILITIES.toSet();
        }
    }
}
