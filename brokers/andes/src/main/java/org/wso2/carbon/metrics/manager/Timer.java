package org.wso2.carbon.metrics.manager;

/** Timer that measures nothing. */
@FunctionalInterface
public interface Timer {

    Context start();

    /** One measurement. */
    @FunctionalInterface
    interface Context {

        long stop();
    }
}
