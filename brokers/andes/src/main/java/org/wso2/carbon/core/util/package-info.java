/** Stand-in for what Andes expects of WSO2 Carbon: variables in the configuration. */
@NullMarked
package org.wso2.carbon.core.util;

import org.jspecify.annotations.NullMarked;
