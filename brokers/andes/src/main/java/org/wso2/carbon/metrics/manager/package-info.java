/** Stand-in for what Andes expects of WSO2 Carbon: metrics, which nobody reads. */
package org.wso2.carbon.metrics.manager;
