package dev.dyno.broker.launcher;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Calls by name. A launcher is compiled against no version of its broker, because return types and interfaces move between the
 * versions that it starts, while the names used here do not.
 */
public final class Reflect {

    private Reflect() {}

    public static Object create(String className, Object... arguments) throws Exception {
        for (Constructor<?> constructor : Class.forName(className).getConstructors()) {
            if (accepts(constructor.getParameterTypes(), arguments)) {
                try {
                    return constructor.newInstance(arguments);
                } catch (InvocationTargetException e) {
                    throw unwrapped(e);
                }
            }
        }
        throw new NoSuchMethodException("constructor of " + className + " for " + Arrays.toString(arguments));
    }

    /** The result of a static method that has one. */
    public static Object getStatic(String className, String name, Object... arguments) throws Exception {
        return required(invoke(Class.forName(className), null, name, arguments), className + "." + name);
    }

    /** Calls a static method for the effect. */
    public static void callStatic(String className, String name, Object... arguments) throws Exception {
        invoke(Class.forName(className), null, name, arguments);
    }

    /** The result of a method that has one. */
    public static Object get(Object target, String name, Object... arguments) throws Exception {
        return required(
                invoke(target.getClass(), target, name, arguments),
                target.getClass().getName() + "." + name);
    }

    /** Calls for the effect; whatever comes back is dropped. */
    public static void call(Object target, String name, Object... arguments) throws Exception {
        invoke(target.getClass(), target, name, arguments);
    }

    /** The value as text, or nothing in a version that does not have it. */
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

    /** A field of whatever visibility, also of a class above that of the target. */
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

    private static @Nullable Object invoke(Class<?> type, @Nullable Object target, String name, Object... arguments)
            throws Exception {
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && accepts(method.getParameterTypes(), arguments)) {
                method.setAccessible(true);
                try {
                    return method.invoke(target, arguments);
                } catch (InvocationTargetException e) {
                    throw unwrapped(e);
                }
            }
        }
        throw new NoSuchMethodException(type.getName() + "." + name);
    }

    private static boolean accepts(Class<?>[] parameters, Object... arguments) {
        if (parameters.length != arguments.length) {
            return false;
        }
        for (int i = 0; i < parameters.length; i++) {
            if (!boxed(parameters[i]).isInstance(arguments[i])) {
                return false;
            }
        }
        return true;
    }

    private static Class<?> boxed(Class<?> type) {
        if (type == int.class) {
            return Integer.class;
        }
        return type == boolean.class ? Boolean.class : type;
    }

    private static Object required(@Nullable Object value, String where) {
        if (value == null) {
            throw new IllegalStateException(where + " has no value");
        }
        return value;
    }

    /** Exception of the broker, without the wrapper of reflection. */
    private static Exception unwrapped(InvocationTargetException e) {
        return e.getCause() instanceof Exception cause ? cause : e;
    }
}
