package org.wso2.carbon.metrics.manager;

/** How much a metric matters. */
public enum Level {
    INFO
}
