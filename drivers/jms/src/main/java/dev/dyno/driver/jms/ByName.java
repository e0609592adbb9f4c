package dev.dyno.driver.jms;

import java.beans.Expression;
import java.lang.reflect.Field;
import java.util.Objects;

/** Reads objects of a provider by names, because this driver is compiled against no provider. */
final class ByName {

    private ByName() {}

    /** Result of a public method, not null; the object's class need not be public. Throws what the method throws. */
    static Object call(Object of, String method, Object... arguments) throws Exception {
        return Objects.requireNonNull(new Expression(of, method, arguments).getValue(), method);
    }

    /** Value of a private field of the object's class or a superclass; a field that is null counts as missing. */
    static Object field(Object of, String name) throws ReflectiveOperationException {
        for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                Object value = field.get(of);
                if (value != null) {
                    return value;
                }
            } catch (NoSuchFieldException e) {
                // The field may belong to a superclass.
            }
        }
        throw new NoSuchFieldException(name);
    }
}
