/** Stand-in for what Andes expects of WSO2 Carbon: the names of the one tenant. */
@NullMarked
package org.wso2.carbon.base;

import org.jspecify.annotations.NullMarked;
