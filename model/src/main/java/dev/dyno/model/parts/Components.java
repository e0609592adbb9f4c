package dev.dyno.model.parts;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Components of a record by name, and their copies in an object with a public field of the same name and type for each. Not for
 * code that runs for each message.
 */
public final class Components {

    private Components() {}

    /** Values by name, in the order of the declaration. */
    public static Map<String, Object> of(Record record) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            values.put(
                    component.getName(), checked(() -> component.getAccessor().invoke(record)));
        }
        return values;
    }

    /** Sets all fields. */
    public static <T> T copied(Record record, T fields) {
        of(record)
                .forEach((name, value) -> checked(() -> {
                    fields.getClass().getField(name).set(fields, value);
                    return fields;
                }));
        return fields;
    }

    /** The record of these fields. */
    public static <R extends Record> R record(Class<R> type, Object fields) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = Arrays.stream(components)
                .map(component -> checked(
                        () -> fields.getClass().getField(component.getName()).get(fields)))
                .toArray();
        return checked(() -> {
            Constructor<R> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        });
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
