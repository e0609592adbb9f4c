package dev.dyno.driver.jms;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import java.util.Map;

/**
 * Driver for any JMS 2 or 3 provider and, with fewer capabilities, any JMS 1.1 provider. {@link JmsSettings} lists the settings.
 */
public final class JmsDriver implements Driver {

    @Override
    public DriverSettings settings(Map<String, String> preset) {
        return JmsSettings.of(preset);
    }

    @Override
    public Client open(ClientSpec given) throws DriverException {
        ClientSpec spec = withCredentialsOf(given);
        Preset preset = new Preset(spec);
        ConnectionUrl url = preset.url(spec.url());
        return new JmsClient(spec, preset, url, ConnectionFactories.create(preset, url));
    }

    private static ClientSpec withCredentialsOf(ClientSpec spec) {
        ConnectionUrl url = new ConnectionUrl(spec.url());
        return new ClientSpec(
                url.withoutCredentials().text(),
                spec.credentials().or(url::credentials),
                spec.properties(),
                spec.time());
    }
}
