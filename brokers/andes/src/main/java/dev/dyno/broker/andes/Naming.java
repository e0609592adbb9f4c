package dev.dyno.broker.andes;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.OperationNotSupportedException;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;

/** The naming service of this process, where Andes looks its database up. */
public final class Naming implements InitialContextFactory {

    private static final Map<String, Object> BOUND = new ConcurrentHashMap<>();

    /** Makes this the naming service of the process. */
    static void install() {
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Naming.class.getName());
    }

    static void bind(String name, Object value) {
        BOUND.put(name, value);
    }

    @Override
    public Context getInitialContext(@Nullable Hashtable<?, ?> environment) {
        return (Context)
                Proxy.newProxyInstance(Naming.class.getClassLoader(), new Class<?>[] {Context.class}, Naming::call);
    }

    /** Answers the one method of Context that Andes calls, of its thirty. */
    private static @Nullable Object call(Object context, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(context, method, arguments);
        }
        return switch (method.getName()) {
            case "lookup" -> find(arguments == null ? "" : String.valueOf(arguments[0]));
            case "close" -> null;
            default -> throw new OperationNotSupportedException(method.getName());
        };
    }

    private static Object find(String name) throws NameNotFoundException {
        Object value = BOUND.get(name);
        if (value == null) {
            throw new NameNotFoundException(name);
        }
        return value;
    }

    private static @Nullable Object ofObject(Object context, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && context == arguments[0];
            case "hashCode" -> System.identityHashCode(context);
            default -> "the naming service of this process";
        };
    }
}
