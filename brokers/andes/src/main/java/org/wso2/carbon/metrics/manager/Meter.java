package org.wso2.carbon.metrics.manager;

/** Meter that measures nothing. */
@FunctionalInterface
public interface Meter {

    void mark();
}
