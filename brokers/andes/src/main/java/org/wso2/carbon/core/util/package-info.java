/** Stand-in for what Andes expects of WSO2 Carbon: variables in the configuration. */
package org.wso2.carbon.core.util;
