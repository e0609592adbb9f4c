package dev.dyno.sim;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.setting.SettingList;
import java.util.Map;

/**
 * Driver of no broker at all, {@code null://NAME}, to see what the tool itself costs. A send is complete before it returns;
 * the consumers of the destination get the message inside it, on the thread and in the buffer of the producer: on a queue in
 * turn, on a topic all. Without a consumer on a started connection the message is gone. Clients opened on one name meet.
 *
 * <p>Persistence is accepted and means nothing. Takes no settings. Allocates nothing per message.
 */
public final class NullDriver implements Driver {

    /** For the driver folder, and for a test. */
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
        return new NullClient(NullBroker.join(url.name()));
    }
}
