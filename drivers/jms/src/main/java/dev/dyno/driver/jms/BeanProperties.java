package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.setting.SettingList;
import dev.dyno.driver.setting.ValueType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Sets the properties of a provider's object by their names. */
final class BeanProperties {

    private static final Map<Class<?>, Function<String, Object>> READERS = Map.of(
            String.class, text -> text,
            int.class, Integer::valueOf,
            Integer.class, Integer::valueOf,
            long.class, Long::valueOf,
            Long.class, Long::valueOf,
            double.class, Double::valueOf,
            Double.class, Double::valueOf,
            boolean.class, ValueType.flag()::parse,
            Boolean.class, ValueType.flag()::parse);

    private BeanProperties() {}

    /**
     * Sets a property by its setter, with the value converted to the setter's type.
     *
     * @param property {@code name} or {@code setName}
     * @throws DriverException if there is no such property, or the value is not of its type
     */
    static void set(Object bean, String property, String value) throws Exception {
        String setter = property.startsWith("set") && property.length() > 3
                ? property
                : "set" + property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
        for (Method method : bean.getClass().getMethods()) {
            if (method.getName().equals(setter) && isSetter(method)) {
                method.invoke(bean, read(property, value, method.getParameterTypes()[0]));
                return;
            }
        }
        throw new DriverException(property + ": unknown property of "
                + bean.getClass().getName() + "; " + SettingList.guess(property, names(bean.getClass())));
    }

    /** The properties that can be given as text, sorted. */
    static Set<String> names(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method ->
                        method.getName().startsWith("set") && method.getName().length() > 3 && isSetter(method))
                .map(method -> method.getName().substring(3, 4).toLowerCase(Locale.ROOT)
                        + method.getName().substring(4))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isSetter(Method method) {
        return method.getParameterCount() == 1 && READERS.containsKey(method.getParameterTypes()[0]);
    }

    private static Object read(String property, String value, Class<?> type) throws DriverException {
        try {
            return Objects.requireNonNull(READERS.get(type)).apply(value);
        } catch (NumberFormatException e) {
            throw new DriverException(property + ": '" + value + "'; must be a number", e);
        } catch (IllegalArgumentException e) {
            throw new DriverException(property + ": '" + value + "'; must be true or false", e);
        }
    }
}
