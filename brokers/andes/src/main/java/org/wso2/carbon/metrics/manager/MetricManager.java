package org.wso2.carbon.metrics.manager;

/** Returns one object for all metrics of a kind, so that Andes's own code for metrics costs next to nothing. */
public final class MetricManager {

    private static final Counter COUNTER = () -> {};
    private static final Meter METER = () -> {};
    private static final Timer.Context CONTEXT = () -> 0;
    private static final Timer TIMER = () -> CONTEXT;

    private MetricManager() {}

    public static Counter counter(String name, Level... levels) {
        return COUNTER;
    }

    public static Meter meter(String name, Level... levels) {
        return METER;
    }

    public static <T> void gauge(String name, Level level, Gauge<T> gauge) {}

    public static Timer timer(String name, Level level) {
        return TIMER;
    }

    public static Timer timer(Level level, String name) {
        return TIMER;
    }
}
