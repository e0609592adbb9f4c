package dev.dyno.model.workload;

import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.Secrets;
import java.util.Map;
import java.util.Optional;

/**
 * Target of a workload: a driver and a broker's address. Its secrets are {@linkplain Secrets#remember remembered}, so that no
 * text shows them.
 *
 * @param driver name of the driver's folder
 * @param url in the syntax of the driver's client library
 * @param credentials empty for anonymous
 * @param clientIdPrefix prefix of generated client ids; empty = none are set
 * @param properties of the driver and its client library
 */
public record Target(
        String driver,
        String url,
        Optional<Credentials> credentials,
        Optional<String> clientIdPrefix,
        Map<String, String> properties) {

    public Target {
        properties = Map.copyOf(properties);
        Secrets.remember(url, credentials, properties);
    }
}
