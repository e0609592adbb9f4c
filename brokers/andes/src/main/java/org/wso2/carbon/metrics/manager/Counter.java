package org.wso2.carbon.metrics.manager;

/** Counter that counts nothing. */
@FunctionalInterface
public interface Counter {

    void inc();
}
