package org.wso2.carbon.metrics.manager;

/** Counts nothing. */
@FunctionalInterface
public interface Counter {

    void inc();
}
