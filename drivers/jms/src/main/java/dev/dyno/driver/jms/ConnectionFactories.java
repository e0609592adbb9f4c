package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import jakarta.jms.ConnectionFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Makes the provider's connection factory, by reflection or with JNDI. */
final class ConnectionFactories {

    private ConnectionFactories() {}

    /** @throws DriverException if the class, the lookup or a property is wrong */
    static ConnectionFactory create(Preset preset, ConnectionUrl url) throws DriverException {
        String name = preset.usesJndi()
                ? preset.jndiName()
                : preset.values.given(JmsSettings.CONNECTION_FACTORY).orElse("");
        try {
            return preset.usesJndi() ? lookUp(preset, url) : construct(preset, url, name);
        } catch (DriverException e) {
            throw e;
        } catch (InvocationTargetException e) {
            String refused = name + " does not accept " + Secrets.withoutPassword(url.text());
            Optional<String> form = preset.values.given(JmsSettings.URL_FORM);
            // The factory's own message shows a URL without the user, who is passed to it separately.
            throw form.isPresent()
                    ? new DriverException(refused + "; must be like " + form.get(), e)
                    : Failures.of(refused, e.getCause() == null ? e : e.getCause());
        } catch (NamingException e) {
            throw Failures.of("cannot look up " + name + " with JNDI", e);
        } catch (Exception | LinkageError e) {
            throw Failures.of("cannot make the connection factory " + name, e);
        }
    }

    /** Whether the factory is of JMS 2.0 or newer, which has completion listeners and shared subscriptions. */
    static boolean isJms2(ConnectionFactory factory) {
        try {
            Method createContext = factory.getClass().getMethod("createContext");
            return !Modifier.isAbstract(createContext.getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /**
     * Looks up the factory. Name and environment are the user's own settings on the user's own machine, as usual with JMS; the
     * API requires a Hashtable.
     */
    @SuppressWarnings({"BanJNDI", "JdkObsolete"})
    private static ConnectionFactory lookUp(Preset preset, ConnectionUrl url) throws NamingException, DriverException {
        Hashtable<String, String> environment = new Hashtable<>(preset.beanProperties(url));
        if (!url.text().isEmpty()) {
            environment.putIfAbsent(Context.PROVIDER_URL, url.text());
        }
        InitialContext context = new InitialContext(environment);
        try {
            return checked(context.lookup(preset.jndiName()), preset.jndiName());
        } finally {
            context.close();
        }
    }

    private static ConnectionFactory construct(Preset preset, ConnectionUrl url, String name) throws Exception {
        Class<?> type = Class.forName(name, true, JmsDriver.class.getClassLoader());
        Map<String, String> properties = preset.beanProperties(url);
        if (preset.values.given(JmsSettings.MAP_URL).isPresent()) {
            properties.putAll(url.parameters());
            properties.put(preset.values.given(JmsSettings.MAP_URL).get(), url.withoutQuery());
            return checked(
                    type.getConstructor(Map.class)
                            .newInstance(nested(properties, preset.values.get(JmsSettings.MAP_NESTED))),
                    name);
        }
        Object factory;
        if (preset.values.given(JmsSettings.URL_SETTER).isPresent()) {
            factory = type.getConstructor().newInstance();
            BeanProperties.set(
                    factory, preset.values.given(JmsSettings.URL_SETTER).get(), url.text());
        } else {
            factory = constructWithUrl(type, url);
        }
        if (preset.encryption.isPresent()
                && preset.values.given(JmsSettings.TLS_METHOD).isPresent()) {
            preset.encryption
                    .get()
                    .apply(factory, preset.values.given(JmsSettings.TLS_METHOD).get());
        }
        if (preset.values.given(JmsSettings.INNER).isPresent()) {
            setInside(factory, preset.values.given(JmsSettings.INNER).get(), properties);
        }
        for (Map.Entry<String, String> property : properties.entrySet()) {
            BeanProperties.set(factory, property.getKey(), property.getValue());
        }
        return checked(factory, name);
    }

    /**
     * A copy in which the properties {@code key.name} of each given key are replaced by one map under {@code key}, from
     * {@code name} to value.
     */
    private static Map<String, Object> nested(Map<String, String> properties, List<String> keys) {
        Map<String, Object> nested = new HashMap<>(properties);
        for (String key : keys) {
            Map<String, String> inside = take(key + ".", properties);
            nested.keySet().removeIf(name -> name.startsWith(key + "."));
            if (!inside.isEmpty()) {
                nested.put(key, inside);
            }
        }
        return nested;
    }

    /** Properties whose names begin with the prefix; returned without it in their names. */
    private static Map<String, String> take(String prefix, Map<String, String> properties) {
        Map<String, String> taken = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                taken.put(name.substring(prefix.length()), value);
            }
        });
        return taken;
    }

    /**
     * Sets properties of the object inside the factory. The library passes that object when it connects, so a wrong property
     * fails the connect.
     */
    private static void setInside(Object factory, JmsSettings.Inner inner, Map<String, String> properties)
            throws Exception {
        Map<String, String> inside = take(inner.prefix(), properties);
        properties.keySet().removeIf(name -> name.startsWith(inner.prefix()));
        Consumer<Object> setter = held -> {
            try {
                for (Map.Entry<String, String> property : inside.entrySet()) {
                    BeanProperties.set(held, property.getKey(), property.getValue());
                }
            } catch (Exception e) {
                throw new IllegalArgumentException(Failures.words(e), e);
            }
        };
        factory.getClass().getMethod(inner.method(), Consumer.class).invoke(factory, setter);
    }

    private static Object constructWithUrl(Class<?> type, ConnectionUrl url) throws Exception {
        try {
            return type.getConstructor(String.class).newInstance(url.text());
        } catch (NoSuchMethodException e) {
            throw new DriverException(
                    "jms.connectionFactory: " + type.getName() + " has no constructor that takes a URL; name the method"
                            + " that does with jms.urlSetter",
                    e);
        }
    }

    private static ConnectionFactory checked(Object made, String name) throws DriverException {
        if (made instanceof ConnectionFactory factory) {
            return factory;
        }
        throw new DriverException(name + " is a " + made.getClass().getName() + ", not a "
                + ConnectionFactory.class.getName() + "; the drivers jms and jms-javax differ in that package");
    }
}
