package dev.dyno.driver.nats;

import io.nats.client.Message;
import io.nats.client.Subscription;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A subscription of core NATS. What has come and was not received is lost with it. */
record CoreSource(Subscription subscription) implements MessageSource {

    @Override
    public @Nullable Message next(@Nullable Duration timeout) throws InterruptedException {
        return subscription.nextMessage(timeout);
    }

    @Override
    public void end() {
        if (subscription.isActive()) {
            subscription.unsubscribe();
        }
    }
}
