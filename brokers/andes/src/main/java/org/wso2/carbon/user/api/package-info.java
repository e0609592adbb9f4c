/** Stand-in for what Andes expects of WSO2 Carbon: the administrator's name. */
@NullMarked
package org.wso2.carbon.user.api;

import org.jspecify.annotations.NullMarked;
