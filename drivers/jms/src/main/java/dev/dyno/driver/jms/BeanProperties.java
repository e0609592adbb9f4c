package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.setting.SettingList;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Sets the properties of a provider's object by their names. */
final class BeanProperties {

    private BeanProperties() {}

    /**
     * Calls the setter, converting the value to its type.
     *
     * @param property {@code name} or {@code setName}
     * @throws DriverException if there is no such property, or the value is not of its type
     */
    static void set(Object bean, String property, String value) throws Exception {
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
        throw new DriverException(property + ": unknown property of "
                + bean.getClass().getName() + "; " + SettingList.guess(property, names(bean.getClass())));
    }

    /** The properties that can be given as text, sorted. */
    static Set<String> names(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().startsWith("set")
                        && method.getName().length() > 3
                        && method.getParameterCount() == 1
                        && isConvertible(method.getParameterTypes()[0]))
                .map(method -> method.getName().substring(3, 4).toLowerCase(Locale.ROOT)
                        + method.getName().substring(4))
                .collect(Collectors.toCollection(TreeSet::new));
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
