package org.wso2.carbon.metrics.manager;

/** Never read. */
@FunctionalInterface
public interface Gauge<T> {

    T getValue();
}
