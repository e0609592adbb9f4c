package dev.dyno.broker.andes;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Calls by name. */
final class Reflect {

    private Reflect() {}

    static Object create(String className) throws Exception {
        try {
            return Class.forName(className).getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw unwrapped(e);
        }
    }

    /** The result of a static method that has one. */
    static Object getStatic(String className, String name, Object... arguments) throws Exception {
        return required(invoke(Class.forName(className), null, name, arguments), className + "." + name);
    }

    /** Calls a static method for the effect. */
    static void callStatic(String className, String name, Object... arguments) throws Exception {
        invoke(Class.forName(className), null, name, arguments);
    }

    /** The result of a method that has one. */
    static Object get(Object target, String name) throws Exception {
        return required(
                invoke(target.getClass(), target, name), target.getClass().getName() + "." + name);
    }

    /** Calls for the effect; whatever comes back is dropped. */
    static void call(Object target, String name, Object... arguments) throws Exception {
        invoke(target.getClass(), target, name, arguments);
    }

    /** A public static field, such as a constant of an enum. */
    static Object constant(String className, String name) throws Exception {
        return required(Class.forName(className).getField(name).get(null), className + "." + name);
    }

    /** A field of whatever visibility, also of a class above that of the target. */
    static Object field(Object target, String name) throws Exception {
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

    /** Andes's own exception rather than the wrapper that reflection puts around it. */
    private static Exception unwrapped(InvocationTargetException e) {
        return e.getCause() instanceof Exception cause ? cause : e;
    }
}
