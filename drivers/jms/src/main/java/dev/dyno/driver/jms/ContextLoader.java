package dev.dyno.driver.jms;

/**
 * Runs calls of the provider with the driver's class loader as the thread's context class loader.
 *
 * <p>Providers look up transports, JNDI factories and logging settings through that loader, and the threads they start
 * inherit it; the tool's own would show them nothing of the driver folder.
 */
final class ContextLoader {

    private ContextLoader() {}

    /** A call that may fail in any way the provider thinks of. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws Exception;
    }

    static ClassLoader ofDriver() {
        return JmsDriver.class.getClassLoader();
    }

    static <T> T call(Call<T> call) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ofDriver());
        try {
            return call.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
