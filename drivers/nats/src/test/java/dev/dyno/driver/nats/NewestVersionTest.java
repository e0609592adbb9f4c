package dev.dyno.driver.nats;

import dev.dyno.broker.process.BrokerSpec;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The contracts on the newest server, which is fetched. */
@Tag("nightly")
class NewestVersionTest {

    private static final BrokerSpec SERVER = BrokerSpec.of("nats:2.15");

    @Nested
    class Core extends CoreContractTest {

        @Override
        protected BrokerSpec wanted() {
            return SERVER;
        }
    }

    @Nested
    class JetStream extends JetStreamContractTest {

        @Override
        protected BrokerSpec wanted() {
            return SERVER;
        }
    }
}
