package org.wso2.carbon.metrics.manager;

/** Importance of a metric. */
public enum Level {
    INFO
}
