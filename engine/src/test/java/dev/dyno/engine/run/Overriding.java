package dev.dyno.engine.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Objects that pass their calls on to others, except those of one method. */
public final class Overriding {

    private Overriding() {}

    /** Answer to a call that is not passed on. */
    @FunctionalInterface
    public interface Answer {
        Object to(Object... arguments) throws Exception;
    }

    public static <T> T method(Class<T> type, T of, String name, Answer answer) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals(name)) {
                        return arguments == null ? answer.to() : answer.to(arguments);
                    }
                    try {
                        return method.invoke(of, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
