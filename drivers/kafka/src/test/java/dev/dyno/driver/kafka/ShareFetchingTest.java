package dev.dyno.driver.kafka;

import dev.dyno.driver.Capability;
import dev.dyno.driver.tck.AcknowledgementContract;
import java.util.Set;

/** The same part of the contract as {@link ShareAcknowledgementTest}, for messages fetched one by one. */
class ShareFetchingTest implements ShareSubject, AcknowledgementContract {

    @Override
    public Set<Capability> capabilities() {
        Set<Capability> fetching = ShareSubject.super.capabilities();
        fetching.remove(Capability.LISTENER);
        return fetching;
    }
}
