package dev.dyno.engine.drivers;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Client, or connection of a client, whose calls run with the driver's class loader as the context class loader of the thread:
 * client libraries use it to look up transports, login modules, JNDI factories and logging settings, and threads that they start
 * inherit it. Producers and consumers are not wrapped, so a message costs no more.
 *
 * @param of the driver's client, or a connection of it
 */
record OwnLoaderClient(Object of, ClassLoader loader) implements InvocationHandler {

    /** A call into a driver. */
    @FunctionalInterface
    interface Call<T, E extends Exception> {
        T run() throws E;
    }

    static Client of(Client client, ClassLoader loader) {
        return wrapped(Client.class, client, loader);
    }

    private static <T> T wrapped(Class<T> type, T of, ClassLoader loader) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new OwnLoaderClient(of, loader)));
    }

    static <T extends @Nullable Object, E extends Exception> T with(ClassLoader loader, Call<T, E> call) throws E {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return call.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("equals") && arguments != null) {
            return proxy == arguments[0];
        }
        try {
            @Nullable Object answer = with(loader, () -> method.invoke(of, arguments));
            return answer instanceof ClientConnection connection
                    ? wrapped(ClientConnection.class, connection, loader)
                    : answer;
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
