package org.wso2.carbon.metrics.manager;

/** Gauge that nobody reads. */
@FunctionalInterface
public interface Gauge<T> {

    T getValue();
}
