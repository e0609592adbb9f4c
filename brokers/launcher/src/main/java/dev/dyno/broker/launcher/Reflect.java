package dev.dyno.broker.launcher;

import java.beans.Expression;
import java.beans.Statement;
import java.lang.reflect.Field;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Calls methods and reads fields by name. A launcher that uses this class is compiled against no version of its broker, because
 * return types and interfaces move between the versions that it starts, while the names used here do not.
 */
public final class Reflect {

    private Reflect() {}

    public static Object create(String className, Object... arguments) throws Exception {
        return getStatic(className, "new", arguments);
    }

    /** The result of a static method that has one. */
    public static Object getStatic(String className, String name, Object... arguments) throws Exception {
        return get(Class.forName(className), name, arguments);
    }

    /** Calls a static method for the effect. */
    public static void callStatic(String className, String name, Object... arguments) throws Exception {
        call(Class.forName(className), name, arguments);
    }

    /** The result of a method that has one. */
    public static Object get(Object target, String name, Object... arguments) throws Exception {
        return required(new Expression(target, name, arguments).getValue(), name);
    }

    /** Calls a method and ignores its result. */
    public static void call(Object target, String name, Object... arguments) throws Exception {
        new Statement(target, name, arguments).execute();
    }

    /** Result of a getter as text; empty in a version of the broker that does not have the getter. */
    public static Optional<String> text(Object target, String name) {
        try {
            return Optional.of(get(target, name).toString());
        } catch (Exception e) {
            return Optional.empty();
        }
    }

    /** A public static field, such as a constant of an enum. */
    public static Object constant(String className, String name) throws Exception {
        return required(Class.forName(className).getField(name).get(null), className + "." + name);
    }

    /** Value of a field of any visibility, also one of a superclass. */
    public static Object field(Object target, String name) throws Exception {
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return required(field.get(target), type.getName() + "." + name);
                }
            }
        }
        throw new NoSuchFieldException(target.getClass().getName() + "." + name);
    }

    private static Object required(@Nullable Object value, String where) {
        if (value == null) {
            throw new IllegalStateException(where + " has no value");
        }
        return value;
    }
}
