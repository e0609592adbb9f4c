package dev.dyno.driver.kafka;

import dev.dyno.driver.Capability;
import dev.dyno.driver.tck.AcknowledgementContract;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** A part of the contract of all drivers, on share groups of a real Kafka: messages passed to a listener. */
@Tag("nightly")
class ShareAcknowledgementTest implements ShareSubject, AcknowledgementContract {

    @Override
    public Set<Capability> capabilities() {
        Set<Capability> listening = ShareSubject.super.capabilities();
        listening.remove(Capability.RECEIVE);
        return listening;
    }
}
