package dev.dyno.broker.artemis;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

/**
 * Calls by name. The launcher is compiled against no version of Artemis, because return types and interfaces moved between
 * the versions it starts while the names used here did not.
 */
final class Reflect {

    private Reflect() {}

    static Object create(String className, Object... arguments) throws Exception {
        for (Constructor<?> constructor : Class.forName(className).getConstructors()) {
            if (accepts(constructor.getParameterTypes(), arguments)) {
                return unwrapped(() -> constructor.newInstance(arguments));
            }
        }
        throw new NoSuchMethodException("constructor of " + className + " for " + Arrays.toString(arguments));
    }

    /** The result of a method that has one. */
    static Object get(Object target, String name, Object... arguments) throws Exception {
        Object result = unwrapped(() -> method(target, name, arguments).invoke(target, arguments));
        if (result == null) {
            throw new IllegalStateException(target.getClass().getName() + "." + name + " has no value");
        }
        return result;
    }

    /** Calls for the effect; whatever comes back is dropped. */
    static void call(Object target, String name, Object... arguments) throws Exception {
        unwrapped(() -> method(target, name, arguments).invoke(target, arguments));
    }

    /** The value as text, or nothing in a version that does not have it. */
    static Optional<String> text(Object target, String name) {
        try {
            return Optional.of(get(target, name).toString());
        } catch (Exception e) {
            return Optional.empty();
        }
    }

    static Object field(Object target, String name) throws Exception {
        Field field = target.getClass().getDeclaredField(name);
        field.setAccessible(true);
        Object value = field.get(target);
        if (value == null) {
            throw new IllegalStateException(target.getClass().getName() + "." + name + " has no value");
        }
        return value;
    }

    private static Method method(Object target, String name, Object... arguments) throws NoSuchMethodException {
        for (Method method : target.getClass().getMethods()) {
            if (method.getName().equals(name) && accepts(method.getParameterTypes(), arguments)) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new NoSuchMethodException(target.getClass().getName() + "." + name);
    }

    private static boolean accepts(Class<?>[] parameters, Object... arguments) {
        if (parameters.length != arguments.length) {
            return false;
        }
        for (int i = 0; i < parameters.length; i++) {
            if (!parameters[i].isInstance(arguments[i])) {
                return false;
            }
        }
        return true;
    }

    /** The broker's own exception rather than the wrapper that reflection puts around it. */
    private static Object unwrapped(Invocation invocation) throws Exception {
        try {
            return invocation.invoke();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    @FunctionalInterface
    private interface Invocation {
        Object invoke() throws Exception;
    }
}
