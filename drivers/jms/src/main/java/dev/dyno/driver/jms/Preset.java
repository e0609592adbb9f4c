package dev.dyno.driver.jms;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.LibraryPart;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.Tls;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A provider: its connection, its properties, and its peculiarities as data, see {@link JmsSettings}.
 *
 * <p>In values of properties that are not settings of the driver, <code>${host}</code> and <code>${port}</code> stand for those
 * of the URL.
 */
final class Preset {

    final SettingValues values;
    final Optional<Encryption> encryption;

    private final Optional<Set<String>> urlNames;
    private final Map<String, String> tlsParameters = new TreeMap<>();
    private final Map<String, String> urlParameters = new TreeMap<>();
    private final Map<String, String> beanProperties = new TreeMap<>();

    /** @throws DriverException if a key of the driver is unknown or its value is invalid */
    Preset(ClientSpec spec) throws DriverException {
        Map<String, String> properties = spec.properties();
        DriverSettings declared = JmsSettings.of(properties);
        values = declared.read(properties);
        urlNames = JmsSettings.urlNames(properties);
        for (Map.Entry<String, String> property : properties.entrySet()) {
            if (declared.own().find(property.getKey()).isEmpty()) {
                sort(property.getKey(), property.getValue());
            }
        }
        encryption = encryption(spec);
        if (values.has(JmsSettings.CREDENTIALS) && spec.credentials().isPresent()) {
            values.get(JmsSettings.CREDENTIALS)
                    .forEach((name, value) -> beanProperties.putIfAbsent(
                            name, filled(value, spec.credentials().get())));
        }
        if (!usesJndi() && !values.has(JmsSettings.CONNECTION_FACTORY)) {
            throw new DriverException("jms.connectionFactory: missing; give the class name of the provider's connection"
                    + " factory, or java.naming.factory.initial to look it up with JNDI");
        }
    }

    private void sort(String key, String value) {
        boolean onlyOfUrl = urlNames.isPresent() && urlNames.get().contains(key) && !hasSetter(key);
        if (onlyOfUrl || values.get(JmsSettings.URL_PREFIXES).stream().anyMatch(key::startsWith)) {
            urlParameters.put(key, value);
        } else if (values.has(JmsSettings.URL_PREFIX)) {
            urlParameters.put(values.get(JmsSettings.URL_PREFIX) + key, value);
        } else {
            beanProperties.put(key, value);
        }
    }

    /** Checks the connection factory for the setter of a property. */
    private boolean hasSetter(String property) {
        return JmsSettings.setters(values.given(JmsSettings.CONNECTION_FACTORY).orElse(""))
                .contains(property);
    }

    /** TLS for the provider, as the user's settings or the scheme of the URL ask for it; empty if neither does. */
    private Optional<Encryption> encryption(ClientSpec spec) throws DriverException {
        Tls tls = values.tls();
        Optional<String> said = Tls.SETTINGS.names().stream()
                .filter(spec.properties()::containsKey)
                .findFirst();
        boolean byScheme = values.get(JmsSettings.TLS_SCHEMES).stream()
                .anyMatch(scheme -> spec.url().startsWith(scheme + "://"));
        if (said.isEmpty() && !byScheme) {
            return Optional.empty();
        }
        if (spec.properties().keySet().stream().noneMatch(key -> key.startsWith("jms.tls."))) {
            throw new DriverException(said.orElse("tls")
                    + ": this driver does not know the provider's setting for it; use the provider's own"
                    + " properties for TLS");
        }
        if (!tls.verifyHost()
                && spec.properties().values().stream().noneMatch(value -> value.contains("${tls.verify-host}"))) {
            throw new DriverException("tls.verify-host: false; this driver's client library always looks for whom the"
                    + " certificate is, leave the setting out");
        }
        Encryption made = new Encryption(tls);
        tlsParameters.putAll(made.fill(values.get(JmsSettings.TLS_URL)));
        made.fill(values.get(JmsSettings.TLS_PROPERTIES)).forEach(beanProperties::putIfAbsent);
        return Optional.of(made);
    }

    private static String filled(String value, Credentials credentials) {
        return value.replace("${user}", json(credentials.user())).replace("${password}", json(credentials.password()));
    }

    private static String json(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    boolean usesJndi() {
        return values.has(JmsSettings.JNDI_NAME)
                || beanProperties.keySet().stream().anyMatch(key -> key.startsWith("java.naming."));
    }

    String jndiName() {
        return values.get(JmsSettings.JNDI_NAME);
    }

    /** Properties of the connection factory, or of the JNDI environment. */
    Map<String, String> beanProperties(ConnectionUrl url) {
        Map<String, String> filledIn = new TreeMap<>(beanProperties);
        url.authority()
                .ifPresent(authority -> filledIn.replaceAll((key, value) -> value.replace("${host}", authority.host())
                        .replace("${port}", Integer.toString(authority.port()))));
        return filledIn;
    }

    /** Whether the user left this parameter of the URL to the preset. */
    boolean isDefault(String given, String parameter) {
        return values.get(JmsSettings.URL_DEFAULTS).containsKey(parameter)
                && !new ConnectionUrl(given).parameters().containsKey(parameter)
                && !urlParameters.containsKey(parameter)
                && !beanProperties.containsKey(parameter);
    }

    /** The URL with the parameters of the preset and of the properties. */
    ConnectionUrl url(String given) throws DriverException {
        ConnectionUrl url = new ConnectionUrl(given);
        for (String parameter : urlParameters.keySet()) {
            if (url.parameters().containsKey(parameter)) {
                throw new DriverException(
                        parameter + ": given as a property and in " + given + "; leave one of them out");
            }
        }
        checkNames(url);
        Map<String, String> defaults = values.get(JmsSettings.URL_DEFAULTS);
        if (values.given(JmsSettings.REJECTION).equals(Optional.of(JmsSettings.RECOVER))
                && hasSetter(ArtemisCore.WAITS)) {
            defaults.put(ArtemisCore.WAITS, "true");
        }
        defaults.keySet().removeAll(beanProperties.keySet());
        defaults.keySet().removeAll(urlParameters.keySet());
        return url.withDefaults(urlParameters).withDefaults(tlsParameters).withDefaults(defaults);
    }

    private void checkNames(ConnectionUrl url) throws DriverException {
        if (urlNames.isPresent()) {
            LibraryPart part = LibraryPart.of("URL of the provider", "", urlNames.get());
            List<String> problems = new ArrayList<>();
            url.parameters().keySet().stream()
                    .filter(name -> !urlNames.get().contains(name.substring(0, name.indexOf('.') + 1)))
                    .forEach(name -> part.problem(name, name).ifPresent(problems::add));
            if (!problems.isEmpty()) {
                throw new DriverException(String.join(" ", problems));
            }
        }
    }

    /** All parameters of the connection, from the URL and properties. */
    Map<String, String> parameters(ConnectionUrl url) {
        Map<String, String> parameters = url.parameters();
        parameters.putAll(beanProperties(url));
        return parameters;
    }
}
