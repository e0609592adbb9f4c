package dev.dyno.broker.process.real;

import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.driver.tck.DriverContract;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** The contract of all drivers on a broker that is started from its recipe for the tests of the class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("broker")
public abstract class RealBrokerContract extends DriverContract {

    private final BrokerSpec spec;

    @AutoClose
    private @Nullable RealBroker broker;

    protected RealBrokerContract(BrokerSpec spec) {
        this.spec = spec;
    }

    @BeforeAll
    void startBroker() {
        broker = RealBroker.start(wanted());
    }

    /** Another one of the same kind in a subclass, such as another version. */
    protected BrokerSpec wanted() {
        return spec;
    }

    /** Its address for a driver. */
    protected final String url(String driver) {
        return started().url(driver);
    }

    protected final String version() {
        return started().broker().version();
    }

    private RealBroker started() {
        if (broker == null) {
            throw new IllegalStateException("not started");
        }
        return broker;
    }
}
