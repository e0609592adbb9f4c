package org.wso2.carbon.metrics.manager;

/** Measures nothing. */
@FunctionalInterface
public interface Meter {

    void mark();
}
