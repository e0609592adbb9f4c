package dev.dyno.driver;

/**
 * Runs calls of a client library with the driver's class loader as the thread's context class loader.
 *
 * <p>Libraries look up transports, login modules, JNDI factories and logging settings through that loader, and the threads they
 * start inherit it; the tool's own would show them nothing of the driver folder.
 */
public final class ContextLoader {

    private ContextLoader() {}

    /** A call that may fail in any way the library thinks of. */
    @FunctionalInterface
    public interface Call<T> {
        T run() throws Exception;
    }

    /** @param call of a class of the driver: its loader is taken */
    public static <T> T call(Call<T> call) throws Exception {
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(call.getClass().getClassLoader());
        try {
            return call.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
