/** Stand-in for what Andes expects of WSO2 Carbon: metrics, which nobody reads. */
@NullMarked
package org.wso2.carbon.metrics.manager;

import org.jspecify.annotations.NullMarked;
