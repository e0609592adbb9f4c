package dev.dyno.driver.kafka;

/**
 * Runs calls of the client library with the driver's class loader as the thread's context class loader: through it the library
 * looks up login modules, assignors and whatever else a setting names, and the tool's own shows nothing of the driver folder.
 */
final class ContextLoader {

    private ContextLoader() {}

    /** A call that may fail in any way the library thinks of. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws Exception;
    }

    static <T> T call(Call<T> call) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(KafkaDriver.class.getClassLoader());
        try {
            return call.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
