package dev.dyno.model.parts;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads the components of a record by name, and copies them to and from an object with a public field of equal name and type for
 * each. Too slow for code that runs for each message.
 */
public final class Components {

    /** Accessors of a record class by component name, looked up once for each class, because a lookup costs more than a copy. */
    private static final ClassValue<Map<String, Method>> ACCESSORS = new ClassValue<>() {
        @Override
        protected Map<String, Method> computeValue(Class<?> type) {
            Map<String, Method> accessors = new LinkedHashMap<>();
            for (RecordComponent component : type.getRecordComponents()) {
                accessors.put(component.getName(), component.getAccessor());
            }
            return accessors;
        }
    };

    private static final ClassValue<Map<String, Field>> FIELDS = new ClassValue<>() {
        @Override
        protected Map<String, Field> computeValue(Class<?> type) {
            return Arrays.stream(type.getFields()).collect(Collectors.toMap(Field::getName, field -> field));
        }
    };

    private static final ClassValue<Constructor<?>> CONSTRUCTORS = new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
            Class<?>[] types = ACCESSORS.get(type).values().stream()
                    .map(Method::getReturnType)
                    .toArray(Class<?>[]::new);
            return checked(() -> type.getDeclaredConstructor(types));
        }
    };

    private Components() {}

    /** Values by name, in the order of the declaration. */
    public static Map<String, Object> of(Record record) {
        Map<String, Object> values = new LinkedHashMap<>();
        ACCESSORS
                .get(record.getClass())
                .forEach((name, accessor) -> values.put(name, checked(() -> accessor.invoke(record))));
        return values;
    }

    public static <T> T copied(Record record, T fields) {
        of(record)
                .forEach((name, value) -> checked(() -> {
                    field(fields, name).set(fields, value);
                    return fields;
                }));
        return fields;
    }

    public static <R extends Record> R record(Class<R> type, Object fields) {
        Object[] values = ACCESSORS.get(type).keySet().stream()
                .map(name -> checked(() -> field(fields, name).get(fields)))
                .toArray();
        return type.cast(checked(() -> CONSTRUCTORS.get(type).newInstance(values)));
    }

    private static Field field(Object fields, String name) throws NoSuchFieldException {
        Field field = FIELDS.get(fields.getClass()).get(name);
        if (field == null) {
            throw new NoSuchFieldException(name);
        }
        return field;
    }

    private interface Access<T> {
        T get() throws ReflectiveOperationException;
    }

    private static <T> T checked(Access<T> access) {
        try {
            return access.get();
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException refusal ? refusal : new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record and its fields do not fit: " + e, e);
        }
    }
}
