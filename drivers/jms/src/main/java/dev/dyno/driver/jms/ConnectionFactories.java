package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import jakarta.jms.ConnectionFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Makes the provider's connection factory, reflectively or with JNDI. */
final class ConnectionFactories {

    private ConnectionFactories() {}

    /** @throws DriverException if the class, the lookup or a property is not right */
    static ConnectionFactory create(Preset preset, ConnectionUrl url) throws DriverException {
        String name = preset.usesJndi() ? preset.jndiName() : preset.connectionFactory.orElse("");
        try {
            return ContextLoader.call(() -> preset.usesJndi() ? lookUp(preset, url) : construct(preset, url, name));
        } catch (DriverException e) {
            throw e;
        } catch (InvocationTargetException e) {
            throw Failures.of(name + " does not accept " + url.text(), e.getCause() == null ? e : e.getCause());
        } catch (NamingException e) {
            throw Failures.of("cannot look up " + name + " with JNDI", e);
        } catch (Exception | LinkageError e) {
            throw Failures.of("cannot make the connection factory " + name, e);
        }
    }

    /** Whether it is of JMS 2.0 or newer: only those know completion listeners and shared subscriptions. */
    static boolean isJms2(ConnectionFactory factory) {
        try {
            Method createContext = factory.getClass().getMethod("createContext");
            return !Modifier.isAbstract(createContext.getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /** Name and environment are the user's own settings on the user's own machine, as everywhere in JMS; it wants a Hashtable. */
    @SuppressWarnings({"BanJNDI", "JdkObsolete"})
    private static ConnectionFactory lookUp(Preset preset, ConnectionUrl url) throws NamingException, DriverException {
        Hashtable<String, String> environment = new Hashtable<>(preset.beanProperties());
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
        Class<?> type = Class.forName(name, true, ContextLoader.ofDriver());
        Object factory;
        if (preset.urlSetter.isPresent()) {
            factory = type.getConstructor().newInstance();
            set(factory, preset.urlSetter.get(), url.text());
        } else {
            factory = constructWithUrl(type, url);
        }
        for (Map.Entry<String, String> property : preset.beanProperties().entrySet()) {
            set(factory, property.getKey(), property.getValue());
        }
        return checked(factory, name);
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

    /** @param property {@code name} or {@code setName} */
    private static void set(Object bean, String property, String value) throws Exception {
        String setter = property.startsWith("set") && property.length() > 3
                ? property
                : "set" + property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
        for (Method method : bean.getClass().getMethods()) {
            if (method.getName().equals(setter) && method.getParameterCount() == 1) {
                Optional<Object> argument = convert(property, value, method.getParameterTypes()[0]);
                if (argument.isPresent()) {
                    method.invoke(bean, argument.get());
                    return;
                }
            }
        }
        throw new DriverException(
                property + ": unknown property; " + bean.getClass().getName() + " has "
                        + Arrays.stream(bean.getClass().getMethods())
                                .filter(method -> method.getName().startsWith("set")
                                        && method.getName().length() > 3
                                        && method.getParameterCount() == 1
                                        && isConvertible(method.getParameterTypes()[0]))
                                .map(method -> method.getName().substring(3, 4).toLowerCase(Locale.ROOT)
                                        + method.getName().substring(4))
                                .sorted()
                                .distinct()
                                .collect(Collectors.joining(", ")));
    }

    private static boolean isConvertible(Class<?> type) {
        return type == String.class
                || type == int.class
                || type == Integer.class
                || type == long.class
                || type == Long.class
                || type == double.class
                || type == Double.class
                || type == boolean.class
                || type == Boolean.class;
    }

    private static Optional<Object> convert(String property, String value, Class<?> type) throws DriverException {
        try {
            if (type == String.class) {
                return Optional.of(value);
            } else if (type == int.class || type == Integer.class) {
                return Optional.of(Integer.valueOf(value));
            } else if (type == long.class || type == Long.class) {
                return Optional.of(Long.valueOf(value));
            } else if (type == double.class || type == Double.class) {
                return Optional.of(Double.valueOf(value));
            } else if (type == boolean.class || type == Boolean.class) {
                if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
                    throw new DriverException(property + ": '" + value + "'; must be true or false");
                }
                return Optional.of(Boolean.valueOf(value));
            }
            return Optional.empty();
        } catch (NumberFormatException e) {
            throw new DriverException(property + ": '" + value + "'; must be a number", e);
        }
    }
}
