package org.wso2.carbon.metrics.manager;

/** Measures nothing. */
@FunctionalInterface
public interface Timer {

    Context start();

    /** One measurement. */
    @FunctionalInterface
    interface Context {

        long stop();
    }
}
