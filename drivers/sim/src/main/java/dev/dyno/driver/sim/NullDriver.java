package dev.dyno.driver.sim;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.setting.SettingList;
import java.util.Map;

/**
 * Driver without a broker, {@code null://NAME}, to measure the cost of the tool itself. The consumers of the destination receive
 * a message inside its send, on the thread and in the buffer of the producer: one consumer, in turn, for a queue, and all for a
 * topic. The send is complete before it returns. Without a consumer the message is dropped; so is one for a consumer whose
 * connection is not started. Clients with the same name share destinations.
 *
 * <p>Persistence is accepted and has no effect. Takes no settings. Allocates nothing per message.
 */
public final class NullDriver implements Driver {

    /** Constructor for the class loader of drivers, and for tests. */
    public NullDriver() {}

    @Override
    public DriverSettings settings(Map<String, String> preset) {
        return DriverSettings.of("the null driver", "", SettingList.of());
    }

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        final SimUrl url = SimUrl.parse("null", spec.url(), spec.properties());
        if (!url.settings().isEmpty()) {
            throw new DriverException("null://" + url.name() + ": unknown setting '"
                    + String.join("', '", url.settings().keySet()) + "'; the null driver takes none.");
        }
        return new NullClient(NullBroker.join(url.name()), spec.time());
    }
}
